import { isolated } from '@portal/domain/shown-text'
import type { ReleaseToken } from '@portal/contract/release-tokens'
import { useRevokeToken } from './release-token-queries.ts'
import { releaseSentences } from './releases-sentences.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type RevokeTokenDialogProps = { token: ReleaseToken; onClose: () => void }

export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  return (
    <WithdrawDialog
      verb={`Revoke ${isolated(token.name)}`}
      withdrawing={useRevokeToken()}
      id={token.id}
      done={releaseSentences.revoked(token.name)}
      onClose={onClose}
    >
      Anyone with <strong>{token.name}</strong> can publish and promote nothing of {token.remote}{' '}
      any more, at once and for good. What was published stays.
    </WithdrawDialog>
  )
}
