import { Skeleton } from './skeleton.tsx'

export function Lines() {
  return <Skeleton />
}

export function ManyLines() {
  return <Skeleton lines={8} label="Loading the directory" />
}

export function Block() {
  return <Skeleton height="12rem" label="Loading the agenda" />
}
