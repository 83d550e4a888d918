// Writes the Grafana dashboards from the table below. Run: node deploy/observability/dashboards.mjs.
// A test compares the files with this table.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the query for the quantile of a histogram over five minutes. */
const quantile = (q, name, labels = '', by = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket${labels && `{${labels}}`}[5m])))`
const both = (name, labels = '') => [
  [quantile(0.5, name, labels), 'half'],
  [quantile(0.99, name, labels), '99 %'],
]
const failed = 'sum(rate(askline_http_request_seconds_count{method="POST",route="/v1/questions",status=~"5.."}[5m]))'
const asked = 'sum(rate(askline_http_request_seconds_count{method="POST",route="/v1/questions"}[5m]))'

// Every notifier counts every change, and no queue holds them.
const ofQueues = 'job!="question-changed"'

/** Title, unit, description, and the queries with their legends. */
export const dashboards = {
  service: [
    [
      'Requests',
      'reqps',
      'By status.',
      [['sum by (status) (rate(askline_http_request_seconds_count[5m]))', '{{status}}']],
    ],
    ['Time of a request', 's', 'All routes.', both('askline_http_request_seconds')],
    [
      'Slowest routes',
      's',
      'The ten slowest, 99 %.',
      [[`topk(10, ${quantile(0.99, 'askline_http_request_seconds', '', 'method, route')})`, '{{method}} {{route}}']],
    ],
    [
      'Asks that fail',
      'percentunit',
      'Share of asks with 5xx. Target: below 0.1 %.',
      [[`(${failed} or vector(0)) / ${asked}`, 'failed']],
    ],
    [
      'Time of an ask',
      's',
      'Target: 99 % below 0.3 s.',
      both('askline_http_request_seconds', 'method="POST",route="/v1/questions"'),
    ],
    [
      'Event-loop lag',
      's',
      '99 %, of the slowest process.',
      [['max by (service) (nodejs_eventloop_lag_p99_seconds)', '{{service}}']],
    ],
    [
      'Processors',
      'none',
      'Processors in use.',
      [['sum by (service) (rate(process_cpu_seconds_total[5m]))', '{{service}}']],
    ],
    [
      'Memory',
      'bytes',
      'Of the largest process.',
      [['max by (service) (process_resident_memory_bytes)', '{{service}}']],
    ],
    [
      'Processes',
      'none',
      'Processes that answer Prometheus.',
      [['count by (service) (askline_database_connections{pool="app",state="used"})', '{{service}}']],
    ],
  ],
  routing: [
    ['Ask to first routing', 's', 'Target: 99 % below 5 s.', both('askline_route_wait_seconds')],
    ['Jobs', 'ops', 'Per second.', [[`sum by (job) (rate(askline_job_seconds_count{${ofQueues}}[5m]))`, '{{job}}']]],
    [
      'Time of a job',
      's',
      '99 %, without waiting.',
      [[quantile(0.99, 'askline_job_seconds', ofQueues, 'job'), '{{job}}']],
    ],
    [
      'Jobs by outcome',
      'ops',
      'A failed job is repeated before it becomes a dead letter.',
      [[`sum by (outcome) (rate(askline_job_seconds_count{${ofQueues}}[5m]))`, '{{outcome}}']],
    ],
    ['Oldest change outside of Redis', 's', 'Alert above 30 s.', [['max(askline_outbox_oldest_seconds)', 'oldest']]],
    [
      'Handed over',
      'ops',
      'Outbox rows; the relay hands `dropped` ones over later.',
      [['sum by (outcome) (rate(askline_outbox_rows_total[5m]))', '{{outcome}}']],
    ],
    ['Dead letters', 'none', 'Target: 0.', [['max(askline_dead_letters)', 'open']]],
    [
      'Repaired invariants',
      'none',
      'In one hour. Target: 0.',
      [['sum(increase(askline_limbo_total[1h])) or vector(0)', 'repaired']],
    ],
    ['Lateness of deadlines', 's', 'Target: 99.9 % below 1 s.', both('askline_deadline_late_seconds')],
    [
      'Promised answer times',
      'none',
      'In one hour, by outcome.',
      [['sum by (outcome) (increase(askline_promises_total[1h]))', '{{outcome}}']],
    ],
  ],
  text: [
    [
      'Text requests',
      'ops',
      'Predictions and automatic answers.',
      [['sum(rate(askline_job_seconds_count{job="text-request"}[5m]))', 'requests']],
    ],
    [
      'Time of a text request',
      's',
      'With waiting. The API gives up after 6.5 s.',
      both('askline_job_end_seconds', 'job="text-request"'),
    ],
    [
      'Files and training',
      's',
      '99 % of the jobs that read files, train models and learn answers.',
      [[quantile(0.99, 'askline_job_seconds', 'job=~"read-file|train-models|learn-answer"', 'job'), '{{job}}']],
    ],
    [
      'Resolved questions in memory',
      'none',
      'Of the worker with the most.',
      [['max(askline_evidence_questions)', 'questions']],
    ],
    ['Companies in memory', 'none', 'Of the worker with the most.', [['max(askline_evidence_companies)', 'companies']]],
  ],
  database: [
    [
      'Connections',
      'none',
      'In use, by service.',
      [['sum by (service) (askline_database_connections{state="used"})', '{{service}}']],
    ],
    [
      'Waiting transactions',
      'none',
      'Without a connection. Alert above 0 for two minutes.',
      [['sum by (service) (askline_database_connections{state="waiting"})', '{{service}}']],
    ],
    [
      'Idle connections',
      'none',
      'By service.',
      [['sum by (service) (askline_database_connections{state="idle"})', '{{service}}']],
    ],
    [
      'Transactions',
      'ops',
      'By service.',
      [['sum by (service) (rate(askline_transaction_seconds_count[5m]))', '{{service}}']],
    ],
    ['Time of a transaction', 's', 'Without the wait for a connection.', both('askline_transaction_seconds')],
    ['Time by service', 's', '99 %.', [[quantile(0.99, 'askline_transaction_seconds', '', 'service'), '{{service}}']]],
    [
      'Transactions rolled back',
      'ops',
      'Refused requests and lost races, too.',
      [['sum(rate(askline_transaction_seconds_count{outcome="rolled_back"}[5m])) or vector(0)', 'rolled back']],
    ],
  ],
  delivery: [
    [
      'Sockets',
      'none',
      'By notifier. Start another one above 10,000.',
      [['sum by (instance) (askline_sockets)', '{{instance}}']],
    ],
    ['Rooms', 'none', 'Audiences with at least one socket.', [['sum(askline_rooms)', 'rooms']]],
    ['Change to socket', 's', 'Target: 99 % below 1 s.', both('askline_job_end_seconds', 'job="question-changed"')],
    [
      'Changes',
      'ops',
      'Per second. Every notifier reads all of them.',
      [['max(sum by (instance) (rate(askline_job_seconds_count{job="question-changed"}[5m])))', 'changes']],
    ],
    [
      'Changes missed',
      'ops',
      'Clients fetch them after they connect again. Target: 0.',
      [
        [
          'sum(rate(askline_job_seconds_count{job="question-changed",outcome="failed"}[5m])) or vector(0)',
          'not passed on',
        ],
        ['sum(rate(askline_stream_gaps_total[5m]))', 'gaps of the stream'],
      ],
    ],
    [
      'Sockets cut',
      'ops',
      'Slow readers and floods, by reason.',
      [['sum by (reason) (rate(askline_sockets_cut_total[5m])) or vector(0)', '{{reason}}']],
    ],
  ],
}

const columns = 2
const size = { w: 24 / columns, h: 8 }

const panelOf = ([title, unit, description, queries], n) => ({
  id: n + 1,
  type: 'timeseries',
  title,
  description,
  // The variable of Grafana, not of JavaScript.
  datasource: { type: 'prometheus', uid: '$datasource' },
  gridPos: { ...size, x: (n % columns) * size.w, y: Math.floor(n / columns) * size.h },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(([expr, legendFormat], at) => ({ refId: 'ABCDEF'[at], expr, legendFormat })),
})

/** Returns a dashboard in Grafana's format. */
export const dashboardOf = (name) => ({
  uid: `askline-${name}`,
  title: `Askline: ${name}`,
  tags: ['askline'],
  schemaVersion: 39,
  editable: true,
  time: { from: 'now-6h', to: 'now' },
  refresh: '30s',
  templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
  panels: dashboards[name].map(panelOf),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('dashboards/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const name of Object.keys(dashboards))
    writeFileSync(`${folder}${name}.json`, `${JSON.stringify(dashboardOf(name), null, 2)}\n`)
}
