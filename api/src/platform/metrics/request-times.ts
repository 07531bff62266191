/** Seconds. */
export const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

const name = 'portal_http_request_seconds'
const help = 'Time to the beginning of an answer; its count is the number of requests.'

type Series = { counts: number[]; sum: number }

export type RequestTimes = {
  add: (route: string, method: string, status: number, seconds: number) => void
  /** In Prometheus' text form: a histogram by route, method and status. */
  text: () => string
}

/** Adding to it costs next to nothing: the library’s histogram hashes its labels again with every value. */
export function createRequestTimes(): RequestTimes {
  const routes = new Map<string, Map<string, Map<number, Series>>>()

  const seriesOf = (route: string, method: string, status: number): Series => {
    const found = routes.get(route)?.get(method)?.get(status)
    if (found) return found
    const methods = inside(routes, route, () => new Map<string, Map<number, Series>>())
    const statuses = inside(methods, method, () => new Map<number, Series>())
    return inside(statuses, status, () => ({ counts: [...buckets, Infinity].map(() => 0), sum: 0 }))
  }

  return {
    add(route, method, status, seconds) {
      const series = seriesOf(route, method, status)
      let bucket = 0
      while (seconds > buckets[bucket]!) bucket += 1
      series.counts[bucket]! += 1
      series.sum += seconds
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const [route, methods] of routes) {
        for (const [method, statuses] of methods) {
          for (const [status, series] of statuses) {
            lines.push(...linesOf(`route="${route}",method="${method}",status="${status}"`, series))
          }
        }
      }
      return `${lines.join('\n')}\n`
    },
  }
}

/** Each bucket counts what is below it as well. */
function linesOf(labels: string, { counts, sum }: Series): string[] {
  let below = 0
  const rows = [...buckets, '+Inf'].map((most, index) => {
    below += counts[index]!
    return `${name}_bucket{le="${most}",${labels}} ${below}`
  })
  return [...rows, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`]
}

function inside<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
