import { usePortal } from '@portal/remote-kit/portal'
import { errorMessage } from '../../shared/error-message.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { type Switching, useSwitchFolder } from './uploads-queries.ts'

/** Opens a folder of the drive to members or closes it, with a message that can put it back. */
export function useFolderSwitch() {
  const { toast } = usePortal()
  const { isPending, mutateAsync } = useSwitchFolder()
  const endRights = useEndRights()
  const change = async ({ folder, closed, revision }: Switching) => {
    try {
      const saved = await mutateAsync({ folder, closed, revision })
      const back = { folder, closed: !closed, revision: saved.revision }
      toast(closed ? 'Closed to members' : 'Open to members', {
        ...goodToast,
        action: { label: 'Undo', onSelect: () => void change(back) },
      })
    } catch (error) {
      if (endRights(error)) return
      toast(errorMessage(error) ?? 'The folder could not be switched. Please try again.', badToast)
    }
  }
  return (switching: Switching) => {
    if (!isPending) return change(switching)
  }
}
