/** Where a worker's code is: compiled beside this module, or its source, which needs a loader in each thread. */

/** Whether what runs is not compiled. */
export const IS_SOURCE = import.meta.url.endsWith('.ts')

/** A module beside another, this one at first, named without its extension. */
export const moduleBeside = (name: string, beside: string = import.meta.url): URL =>
  new URL(`./${name}.${IS_SOURCE ? 'ts' : 'js'}`, beside)

/** The same as something a worker can start from. */
export function workerEntry(name: string): URL {
  const module = moduleBeside(name)
  return IS_SOURCE ? throughLoader(module) : module
}

/** The loader of the sources, then the module. */
export function throughLoader(module: URL): URL {
  const loader = import.meta.resolve('tsx/esm/api')
  const code = `import { register } from '${loader}'; register(); await import('${module.href}')`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}
