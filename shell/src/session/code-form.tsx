import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import styles from './second-step.module.css'

type CodeFormProps = {
  /** Where to find the code. */
  hint: string
  verb: string
  /** Rejects with the sentence to show. */
  onCode: (code: string) => Promise<void>
  /** Absent if another button leaves the form. */
  onBack?: (() => void) | undefined
  /** Whether the code is the only thing to enter, so that its field gets the focus. */
  focused?: boolean
}

/** The six digits that an authenticator app shows; apps write them with a space in the middle. */
export function CodeForm({ hint, verb, onCode, onBack, focused = false }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const digits = code.replaceAll(/\D/g, '')
    if (digits.length !== 6) return setFailure('Please type the 6 digits of the code')
    setBusy(true)
    setFailure(undefined)
    try {
      await onCode(digits)
    } catch (error) {
      setFailure((error as Error).message)
      setBusy(false)
      field.current?.select()
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert">
        {failure && (
          <Banner kind="bad" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </div>
      <TextField
        ref={field}
        label="Code"
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        hint={hint}
        className={styles.code}
        value={code}
        onChange={setCode}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Checking...' : verb}
        </Button>
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        )}
      </div>
    </form>
  )
}
