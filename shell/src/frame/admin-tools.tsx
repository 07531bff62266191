import { useLoaded } from '@portal/shared-ui/use-loaded'

const load = () => import('../member-view/view-as-member.tsx')

/** What only admins have in the frame, so it isn't in the shell's first script. */
export function AdminTools() {
  const { value } = useLoaded(load)
  return value && <value.ViewAsMember />
}
