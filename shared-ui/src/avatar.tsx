import { clsx } from 'clsx'
import { useState } from 'react'
import styles from './avatar.module.css'

type AvatarProps = {
  name: string
  photoUrl?: string | undefined
  size?: 'small' | 'medium' | 'large' | undefined
}

/** A photo, or initials if there is none. Purely decorative, since the name is shown next to it. */
export function Avatar({ name, photoUrl, size = 'medium' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const className = clsx(styles.avatar, styles[size])
  if (photoUrl && photoUrl !== broken) {
    return (
      <img
        className={className}
        src={photoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(photoUrl)}
      />
    )
  }
  return (
    <span className={className} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** The initials of the first and the last word; words in brackets aren't part of the name. */
function initials(name: string): string {
  const words = name
    .replace(/[([{][^)\]}]*[)\]}]?/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /^\p{L}/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
