import { usePortal } from '@portal/remote-kit/portal'
import { errorMessage } from '../../shared/error-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { useSwitchFolder } from './uploads-queries.ts'

/** Opens a folder of the drive to members or closes it, with a message that can put it back. */
export function useFolderSwitch() {
  const { toast } = usePortal()
  const change = useAct(useSwitchFolder(), {
    done: ({ revision }, { folder, closed }) => {
      const back = { folder, closed: !closed, revision }
      toast(closed ? 'Closed to members' : 'Open to members', {
        ...goodToast,
        action: { label: 'Undo', onSelect: () => void change.act(back) },
      })
    },
    failure: (error) => {
      toast(errorMessage(error) ?? 'The folder could not be switched. Please try again.', badToast)
      return undefined
    },
  })
  return change.act
}
