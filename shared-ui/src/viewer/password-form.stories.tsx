import { PasswordForm } from './pdf-pane.tsx'

const answer = () => undefined

export function Question() {
  return <PasswordForm wrong={false} onAnswer={answer} />
}

export function WrongPassword() {
  return <PasswordForm wrong onAnswer={answer} />
}
