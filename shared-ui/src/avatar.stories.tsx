import { Avatar } from './avatar.tsx'

export function Sizes() {
  return (
    <>
      <Avatar name="Maria Lopez" size="small" />
      <Avatar name="Maria Lopez" />
      <Avatar name="Maria Lopez" size="large" />
    </>
  )
}

export function Photo() {
  return <Avatar name="Maria Lopez" photoUrl={portrait} size="large" />
}

/** The initials replace a photo that does not load. */
export function BrokenPhoto() {
  return <Avatar name="Maria Lopez" photoUrl="data:image/png;base64," size="large" />
}

export function UnusualNames() {
  return (
    <>
      <Avatar name="Cher" />
      <Avatar name="Ødegård Søren" />
      <Avatar name="Jean-Baptiste de la Tour d’Auvergne" />
      <Avatar name="" />
    </>
  )
}

const portrait = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#7c9a92"/><circle cx="48" cy="38" r="18" fill="#f2e6d8"/><path d="M12 96a36 36 0 0 1 72 0z" fill="#2f4858"/></svg>',
)}`
