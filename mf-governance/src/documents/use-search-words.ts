import { useSearchParams } from '@portal/remote-kit/router'
import { useEffect, useState } from 'react'

/** So long after the last key what was typed is searched for, in ms. */
const pause = 250

/** What is typed, and what is searched for: `?q=` of the address follows once the typing pauses. */
export function useSearchWords() {
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const [typed, setTyped] = useState(words)
  const [followed, setFollowed] = useState(words)
  // Back and Forward change the words under the field.
  if (followed !== words) {
    setFollowed(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const wanted = typed.trim().slice(0, 200)
  useEffect(() => {
    if (wanted === words) return
    const timer = setTimeout(() => {
      setSearch(wanted ? { q: wanted } : {}, { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [wanted, words, setSearch])
  return { typed, setTyped, words }
}
