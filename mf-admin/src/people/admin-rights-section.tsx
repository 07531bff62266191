import type { User } from '@portal/contract/users'
import { isEmailOfDomain } from '@portal/domain/email-address'
import { isGoogleUser } from '@portal/domain/google-user'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Shield, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { AdminStatusDialog } from '../users/admin-status.tsx'
import { PersonSection } from './person-section.tsx'

type AdminRightsSectionProps = { user: User; name: string }

/** Whether a person is a designated admin, which only a Google account of the foundation can be. */
export function AdminRightsSection({ user, name }: AdminRightsSectionProps) {
  const { config } = usePortal()
  const { domain } = config.foundation
  const provider = config.identity.providerName ?? 'Google'
  const [isAsking, setIsAsking] = useState(false)
  const { email, isAdmin } = user
  const mayBeAdmin = isGoogleUser(user) && isEmailOfDomain(email, domain)
  return (
    <PersonSection title="Admin rights">
      <p>
        {isAdmin
          ? 'This person is an admin: they prepare meetings, and manage people and releases.'
          : 'This person reads the portal as members do.'}
        {!mayBeAdmin && ` Only people who sign in with ${provider} at @${domain} can be admins.`}
      </p>
      {mayBeAdmin && (
        <div>
          <Button icon={isAdmin ? <ShieldOff /> : <Shield />} onClick={() => setIsAsking(true)}>
            {isAdmin ? 'Revoke Admin' : 'Grant Admin'}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      )}
      {isAsking && (
        <AdminStatusDialog
          person={{ name, email, admin: isAdmin }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </PersonSection>
  )
}
