import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { LIMITS } from '../../src/limits.ts'
import { VERSION } from '../../src/version.ts'
import { at, configErrors, listAt } from './checks.ts'

const FOLDER = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url))
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))

const documents = new Map(
  FILES.map((name) => {
    const [document, ...more] = parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8'))
    if (document === undefined || more.length > 0) throw new Error(`${name}: expected one document`)
    const { errors, warnings } = document
    return [name, { faults: [...errors, ...warnings], value: document.toJS() as unknown }]
  })
)

const manifest = (name: string): unknown => documents.get(`${name}.yaml`)?.value

const deployment = manifest('deployment')
const pod = at(deployment, 'spec', 'template', 'spec')
const [container] = listAt(pod, 'containers')

const LABELS = { 'app.kubernetes.io/name': 'portcullis' }

test.each(FILES)('%s is one well-formed document', (name) => {
  expect(documents.get(name)?.faults).toEqual([])
})

test('the kustomization names every manifest but the example of a secret, which nobody shall apply', () => {
  const others = FILES.filter((name) => !['kustomization.yaml', 'secret.example.yaml'].includes(name))
  expect([...listAt(manifest('kustomization'), 'resources')].sort()).toEqual(others.sort())
})

test.each(FILES.filter((name) => name !== 'kustomization.yaml'))('%s names no namespace', (name) => {
  expect(at(documents.get(name)?.value, 'metadata', 'name')).toMatch(/^portcullis/)
  expect(at(documents.get(name)?.value, 'metadata', 'namespace')).toBeUndefined()
})

describe('selectors', () => {
  test.each([
    ['deployment', ['spec', 'selector', 'matchLabels']],
    ['service', ['spec', 'selector']],
    ['poddisruptionbudget', ['spec', 'selector', 'matchLabels']],
    ['networkpolicy', ['spec', 'podSelector', 'matchLabels']]
  ])('of the %s meet the pods', (name, path) => {
    expect(at(manifest(name), ...path)).toEqual(LABELS)
    expect(at(deployment, 'spec', 'template', 'metadata', 'labels')).toMatchObject(LABELS)
  })

  test('of the topology spread meet the pods', () => {
    expect(at(pod, 'topologySpreadConstraints', 0, 'labelSelector', 'matchLabels')).toEqual(LABELS)
  })
})

describe('references', () => {
  test('of the autoscaler meet the deployment', () => {
    expect(at(manifest('horizontalpodautoscaler'), 'spec', 'scaleTargetRef')).toEqual({
      apiVersion: at(deployment, 'apiVersion'),
      kind: 'Deployment',
      name: at(deployment, 'metadata', 'name')
    })
  })

  test('of volumes meet the config map, the secret and the mounts', () => {
    const names = listAt(pod, 'volumes').map((volume) => at(volume, 'name'))
    expect(listAt(container, 'volumeMounts').map((mount) => at(mount, 'name'))).toEqual(names)
    expect(at(pod, 'volumes', 0, 'configMap', 'name')).toBe(at(manifest('configmap'), 'metadata', 'name'))
    expect(at(pod, 'volumes', 1, 'secret', 'secretName')).toBe(
      at(manifest('secret.example'), 'metadata', 'name')
    )
  })

  test('of ports are names of the container', () => {
    const names = listAt(container, 'ports').map((port) => at(port, 'name'))
    const used = [
      at(manifest('service'), 'spec', 'ports', 0, 'targetPort'),
      at(manifest('networkpolicy'), 'spec', 'ingress', 0, 'ports', 0, 'port'),
      ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) =>
        at(container, probe, 'httpGet', 'port')
      )
    ]
    for (const port of used) expect(names).toContain(port)
  })

  test('of the image name this version', () => {
    expect(at(container, 'image')).toBe(`portcullis:${VERSION}`)
  })
})

describe('the environment', () => {
  const values = new Map(
    listAt(container, 'env').map((entry) => [String(at(entry, 'name')), at(entry, 'value')])
  )
  const ours = Object.fromEntries(
    [...values].flatMap(([name, value]) =>
      name.startsWith('PORTCULLIS_') ? [[name, String(value).replace('$(POD_IP)', '10.0.0.7')]] : []
    )
  )

  test('is read without an error', () => {
    expect(Object.keys(ours).length).toBeGreaterThan(3)
    expect(configErrors(ours)).toEqual([])
  })

  test('would not start without callers', () => {
    const { PORTCULLIS_CALLERS_FILE: _, ...rest } = ours
    expect(configErrors(rest)).toEqual([expect.stringContaining('PORTCULLIS_CALLERS_FILE')])
  })

  test('holds no variables of services, which would be taken for ours', () => {
    expect(at(pod, 'enableServiceLinks')).toBe(false)
  })

  test('serves the name of the service and the address of the pod, which must be known before', () => {
    expect(ours.PORTCULLIS_ALLOWED_HOSTS?.split(',')).toEqual([
      at(manifest('service'), 'metadata', 'name'),
      '10.0.0.7'
    ])
    const names = [...values.keys()]
    expect(names.indexOf('POD_IP')).toBeLessThan(names.indexOf('PORTCULLIS_ALLOWED_HOSTS'))
  })

  test('names files in folders that are mounted, the policies as a whole', () => {
    const mounts = listAt(container, 'volumeMounts')
    expect(mounts.map((mount) => at(mount, 'subPath'))).toEqual([undefined, undefined])
    expect(ours.PORTCULLIS_POLICIES_DIR).toBe(at(mounts[0], 'mountPath'))
    const [file] = Object.keys(Object(at(manifest('secret.example'), 'stringData')))
    expect(ours.PORTCULLIS_CALLERS_FILE).toBe(`${at(mounts[1], 'mountPath')}/${file}`)
  })
})

describe('the pod', () => {
  test.each([
    ['startupProbe', '/readyz'],
    ['readinessProbe', '/readyz'],
    ['livenessProbe', '/livez']
  ])('is asked by its %s at %s under a name that is served', (probe, path) => {
    expect(at(container, probe, 'httpGet', 'path')).toBe(path)
    expect(at(container, probe, 'httpGet', 'httpHeaders')).toEqual([{ name: 'Host', value: 'localhost' }])
  })

  test('is no root, writes nothing and holds no privilege', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }
    })
    expect(at(pod, 'securityContext', 'runAsUser')).toBeGreaterThan(0)
    expect(at(container, 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] }
    })
  })

  test('has the time to stop', () => {
    expect(at(pod, 'terminationGracePeriodSeconds')).toBeGreaterThan(5 + LIMITS.stopMs / 1000)
  })

  test('asks for what it needs and is bounded in memory', () => {
    expect(at(container, 'resources')).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) }
    })
  })
})

test('the budget leaves a replica, and the autoscaler no fewer than there are', () => {
  const replicas = Number(at(deployment, 'spec', 'replicas'))
  expect(at(manifest('poddisruptionbudget'), 'spec', 'minAvailable')).toBeLessThan(replicas)
  expect(at(manifest('horizontalpodautoscaler'), 'spec', 'minReplicas')).toBe(replicas)
})
