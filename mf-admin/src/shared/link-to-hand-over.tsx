import { resetPassword } from '@portal/contract/users'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { TextField } from '@portal/shared-ui/field'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import styles from './link-to-hand-over.module.css'
import { useChange } from './queries.ts'

/** A reset link for a new account, which is never mailed. */
export function useInvitation() {
  return useChange((call, uid: string) =>
    call(resetPassword, { params: { uid }, query: { as: 'link' } }),
  )
}

type LinkToHandOverProps = { label: string; link: string; hint?: string }

/** A link that an admin copies. */
export function LinkToHandOver({ label, link, hint }: LinkToHandOverProps) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    const isCopied = await copyText(link)
    setCopied(isCopied ? 'Copied.' : 'It could not be copied: select it and copy it by hand.')
  }
  return (
    <div className={styles.link} role="group" aria-label={label}>
      <TextField
        className={styles.linkField}
        label={label}
        value={link}
        onChange={() => {}}
        readOnly
        hint={hint}
        selectsOnFocus
      />
      <Button icon={<Copy />} onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">{copied}</span>
    </div>
  )
}
