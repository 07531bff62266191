import { expect, it } from 'vitest'
import { createRequestTimes } from './metrics.ts'

it('reports times as a histogram with cumulative buckets', () => {
  const times = createRequestTimes()
  for (const seconds of [0.0005, 0.003, 0.02, 0.5, 60]) times.add('/healthz', 'GET', 200, seconds)
  times.add('/healthz', 'GET', 503, 0.5)
  const text = times.text()
  expect(text).toContain('# TYPE portal_http_request_seconds histogram\n')
  const counts = [...text.matchAll(/_bucket\{le="([^"]+)",.*status="200"\} (\d+)/g)]
  expect(counts.map(([, most, count]) => [most, Number(count)])).toEqual([
    ['0.001', 1],
    ['0.003', 2],
    ['0.01', 2],
    ['0.03', 3],
    ['0.1', 3],
    ['0.3', 3],
    ['1', 4],
    ['3', 4],
    ['10', 4],
    ['+Inf', 5],
  ])
  const labels = 'route="/healthz",method="GET",status="503"'
  expect(text).toContain(`portal_http_request_seconds_sum{${labels}} 0.5\n`)
  expect(text).toContain(`portal_http_request_seconds_count{${labels}} 1\n`)
})
