import type { Settings } from '../../platform/env/env.ts'

/** What no check can see, for a portal in production. */
export function uncheckedParts({
  production,
  identity,
  store,
  blobs,
  limits,
  mail,
}: Settings): string[] {
  if (!production) return []
  const onGoogle =
    store.kind === 'firestore' || blobs.kind === 'gcs' || identity.kind === 'firebase'
  return [
    `whether ${limits.trustedProxies} is the number of proxies in front (TRUSTED_PROXIES)`,
    'whether the backups can be restored, and are copied to another place',
    'whether someone reads the alerts and the log',
    ...(mail.kind === 'smtp'
      ? ['whether mails arrive and aren’t taken for spam: send yourself one with --mail-to']
      : []),
    ...(mail.replies
      ? [
          `whether mail to ${mail.replies.address.replace('@', '+test@')} arrives in the mailbox of replies`,
        ]
      : []),
    ...(onGoogle
      ? [
          'whether the project’s billing stays active',
          'whether each secret’s role is granted on that secret alone',
          'whether the service has the processor and the memory of deploy/cloud-run.yaml',
        ]
      : []),
    ...(identity.kind === 'firebase'
      ? ['whether Google’s consent screen shows the foundation’s name and its address']
      : []),
  ]
}
