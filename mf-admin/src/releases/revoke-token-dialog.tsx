import type { ReleaseToken } from '@portal/contract/release-tokens'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useRightsEnd } from '../shared/rights/admin-rights.ts'
import { releaseErrorMessage } from './release-queries.ts'
import { useRevokeToken } from './release-token-queries.ts'
import { messageTime, releaseSentences } from './releases-sentences.ts'

export function RevokeTokenDialog({
  token,
  onClose,
}: {
  token: ReleaseToken
  onClose: () => void
}) {
  const { toast } = usePortal()
  const revoke = useRevokeToken()
  const endRights = useRightsEnd()
  const [refused, setRefused] = useState<string>()
  const confirm = async () => {
    if (revoke.isPending) return
    setRefused(undefined)
    try {
      await revoke.mutateAsync(token.id)
      toast(releaseSentences.revoked(token.name), { kind: 'good', duration: messageTime })
      onClose()
    } catch (error) {
      if (!endRights(error)) {
        setRefused(releaseErrorMessage(error))
      }
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Revoke ${token.name}?`}
      verb={`Revoke ${token.name}`}
      danger
      busy={revoke.isPending}
      onConfirm={() => void confirm()}
      onCancel={() => {
        if (!revoke.isPending) onClose()
      }}
    >
      <RefusalBanner sentence={refused} />
      <p>
        Whoever holds <strong>{token.name}</strong> can publish and promote nothing of{' '}
        {token.remote} any more, at once and for good. What was published stays.
      </p>
    </ConfirmDialog>
  )
}
