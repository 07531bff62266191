import { vitalBucketOf } from '@portal/domain/vitals'
import { expect, it } from 'vitest'
import { isCached, createPageVitals } from './measure-vitals.ts'

const meetings = { remote: 'meetings', release: '1.0.0-a', route: '/meetings/:year' }
const directory = { remote: 'directory', release: '2.0.0-a', route: '/directory' }
const all = () => true

it('keeps the highest value of each release, route and metric, in its bucket', () => {
  const vitals = createPageVitals()
  vitals.raise('inp', meetings, 120)
  vitals.raise('inp', meetings, 90)
  vitals.raise('inp', directory, 40)
  vitals.raise('cls', meetings, 0)
  vitals.raise('frame', undefined, 900)
  expect(vitals.take(all)).toEqual([
    { ...meetings, metric: 'inp', bucket: vitalBucketOf(120) },
    { ...directory, metric: 'inp', bucket: vitalBucketOf(40) },
    { ...meetings, metric: 'cls', bucket: 0 },
  ])
})

it('attributes the largest paint to the last element, or to nobody if that is the shell’s', () => {
  const vitals = createPageVitals()
  vitals.setLargestPaint(meetings, 300)
  vitals.setLargestPaint(directory, 900)
  expect(vitals.take(all)).toEqual([{ ...directory, metric: 'lcp', bucket: vitalBucketOf(900) }])
  const other = createPageVitals()
  other.setLargestPaint(meetings, 300)
  other.setLargestPaint(undefined, 900)
  expect(other.take(all)).toEqual([])
})

it('takes a release’s values once, and keeps the values of a release that isn’t measured yet', () => {
  const vitals = createPageVitals()
  vitals.raise('inp', meetings, 120)
  vitals.raise('inp', directory, 50)
  expect(vitals.take(({ remote }) => remote === 'meetings')).toHaveLength(1)
  vitals.raise('inp', meetings, 500)
  expect(vitals.take(all)).toEqual([{ ...directory, metric: 'inp', bucket: vitalBucketOf(50) }])
  expect(vitals.take(all)).toEqual([])
})

it('doesn’t measure a release that this page has downloaded a file of', () => {
  const file = (name: string, transferSize: number) => ({
    name: `https://portal.test/remotes/${name}`,
    transferSize,
  })
  const resources = [
    file('meetings/1.0.0-a/container.js', 0),
    file('meetings/1.0.0-a/screens.js', 0),
    file('meetings/0.9.0-a/container.js', 4711),
    file('directory/2.0.0-a/container.js', 4711),
  ]
  expect(isCached(meetings, resources)).toBe(true)
  expect(isCached(directory, resources)).toBe(false)
})
