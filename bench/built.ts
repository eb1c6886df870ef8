/** Modules as they are shipped: from `dist`, not from the sources. */

/** Imports a built module, typed as its source: `built<typeof import('../src/app.ts')>('app.js')`. */
export const built = <T>(path: string): Promise<T> => import(new URL(`../dist/${path}`, import.meta.url).href)
