import { type FormEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import styles from './panels.module.css'

type PasswordFormProps = { wrong: boolean; onAnswer: (password: string) => void }

/** Asks for the password of a protected document, in the document's place. */
export function PasswordForm({ wrong, onAnswer }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onAnswer(password)
  }
  return (
    <div className={styles.centre}>
      <form className={styles.password} onSubmit={submit}>
        <p className={styles.name}>This document is protected</p>
        <p>Enter the document’s own password. It is not your portal password.</p>
        <TextField
          label="Document password"
          type="password"
          name="document-password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={wrong ? 'That password does not open this document.' : undefined}
        />
        <Button variant="primary" type="submit">
          Open document
        </Button>
      </form>
    </div>
  )
}
