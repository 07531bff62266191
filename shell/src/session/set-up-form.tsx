import { helpAddress } from '@portal/domain/frame-parts'
import type { PortalConfig } from '@portal/contract/portal'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { CodeForm } from './code-form.tsx'
import styles from './second-step.module.css'
import type { FactorSetUp } from './second-step.ts'
import { encodeQR } from 'qr'

type SetUpFormProps = {
  config: PortalConfig
  setUp: FactorSetUp
  onDone?: () => void
  onBack?: (() => void) | undefined
}

/** Connects an authenticator app with the account: scan or type the key, then confirm with a code. */
export function SetUpForm({ config, setUp, onDone, onBack }: SetUpFormProps) {
  const { secret, uri, confirm } = setUp
  return (
    <div className={styles.setUp}>
      <ol className={styles.steps}>
        <li>
          Open an authenticator app on your phone, for example Google Authenticator, Microsoft
          Authenticator or the Passwords app of an iPhone. Any of them works.
        </li>
        <li>
          Add an account in the app, and scan this picture with it:
          <QrCode text={uri} label="QR code for your authenticator app; its key follows as text" />
          <p>
            Is the app on this device? <a href={uri}>Open it here</a>. Or type this key into it:
          </p>
          <Key secret={secret} />
        </li>
        <li>Type the code that the app shows now:</li>
      </ol>
      <CodeForm
        hint="6 digits; they change every 30 seconds."
        verb="Turn on two-step sign-in"
        onCode={async (code) => {
          await confirm(code)
          onDone?.()
        }}
        onBack={onBack}
      />
      <p className={styles.soft}>
        If you ever lose your phone,{' '}
        <a href={helpAddress(config.foundation.liaisonEmail)}>ask your Board Liaison</a>: an admin
        can reset this, and you set it up again.
      </p>
    </div>
  )
}

/** In groups of four, which are easier to type. */
function Key({ secret }: { secret: string }) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    const isCopied = await copyText(secret)
    setCopied(isCopied ? 'Copied.' : 'It could not be copied: select it and copy it by hand.')
  }
  return (
    <div className={styles.key}>
      <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <Button icon={<Copy />} onClick={() => void copy()}>
        Copy key
      </Button>
      <span role="status">{copied}</span>
    </div>
  )
}

/** White space that scanners need around the code, in modules. */
const margin = 4

/** A QR code, dark on light in every color scheme, because scanners expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: margin })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
