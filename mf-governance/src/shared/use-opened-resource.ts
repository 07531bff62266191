import { useOpened } from '@portal/remote-kit/use-opened'
import type { Resource } from './resources.ts'

/** The resource whose dialog is open. */
export function useOpenedResource(resources: Resource[]) {
  const { opened, open, close } = useOpened()
  return {
    opened: resources.find(({ id }) => id === opened),
    open: ({ id }: Resource) => open(id),
    close,
  }
}
