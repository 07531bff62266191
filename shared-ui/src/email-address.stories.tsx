import { EmailAddress } from './email-address.tsx'

export function Plain() {
  return <EmailAddress email="maria.lopez@larkspur.example" />
}

/** Breaks before the @ if it doesn’t fit. */
export function Narrow() {
  return (
    <div style={{ inlineSize: '14rem' }}>
      <EmailAddress email="wilhelmina.vandermeer@larkspur-foundation.example" />
    </div>
  )
}
