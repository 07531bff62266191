import { Button } from '@portal/shared-ui/button'
import { CircleAlert, ImageOff, ImageUp, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import styles from './image-field.module.css'
import type { ImageDraft } from './use-image-draft.ts'

type ImageFieldProps = {
  label: string
  /** In the buttons' names: `photo`. */
  noun: string
  draft: ImageDraft
  /** The address of the stored image. */
  stored: string | undefined
  shape: 'round' | 'wide'
  /** Why the server refused it. */
  error?: string | undefined
  /** Further actions for the image. */
  children?: ReactNode
}

/** An image with its preview; files are validated by their bytes before they are sent. */
export function ImageField(props: ImageFieldProps) {
  const { label, noun, draft, stored, shape, error, children } = props
  const { choice, mostMegabytes } = draft
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const shown =
    choice.kind === 'picked' ? choice.dataUrl : choice.kind === 'removed' ? undefined : stored
  const problem = draft.refused ?? error
  return (
    <div className={styles.field} role="group" aria-labelledby={labelId}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      <div className={styles.row}>
        {shown === undefined ? (
          <span className={`${styles.preview} ${styles.none} ${styles[shape]}`} aria-hidden="true">
            <ImageOff />
          </span>
        ) : (
          <img className={`${styles.preview} ${styles[shape]}`} src={shown} alt={`The ${noun}`} />
        )}
        <div className={styles.actions}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`File of the ${noun}`}
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void draft.choose(file)
              // Allows the same file to be chosen again after it was fixed.
              target.value = ''
            }}
          />
          <Button ref={opener} icon={<ImageUp />} onClick={() => input.current?.click()}>
            {shown === undefined ? `Choose ${noun}` : 'Change'}
          </Button>
          {shown !== undefined && (
            <Button
              variant="quiet"
              icon={<Trash2 />}
              onClick={() => {
                draft.remove(stored !== undefined)
                opener.current?.focus()
              }}
            >
              Remove
            </Button>
          )}
          {choice.kind !== 'kept' && stored !== undefined && (
            <Button
              variant="quiet"
              icon={<Undo2 />}
              onClick={() => {
                draft.reset()
                opener.current?.focus()
              }}
            >
              Keep the stored one
            </Button>
          )}
          {children}
        </div>
      </div>
      <p className={styles.hint}>PNG, JPEG, WebP or GIF, up to {mostMegabytes} MB</p>
      {problem !== undefined && (
        <p className={styles.error} role="alert">
          <CircleAlert /> {problem}
        </p>
      )}
    </div>
  )
}
