import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  icon?: ReactNode
  /** Shows only the icon; the button then needs an `aria-label`. */
  iconOnly?: boolean | undefined
  /** Work is in progress: the button keeps the focus and its name but does nothing. */
  busy?: boolean | undefined
}

export function Button({
  variant,
  icon,
  iconOnly = false,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={clsx(buttonStyle(variant, { iconOnly }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy ? <LoaderCircle className={styles.spinner} /> : icon}
      {iconOnly ? null : children}
    </button>
  )
}

/** Class names that style a link like a button. */
export function buttonStyle(
  variant: ButtonVariant = 'secondary',
  { iconOnly = false }: { iconOnly?: boolean } = {},
): string {
  return clsx(styles.button, styles[variant], iconOnly && styles.iconOnly)
}
