import { useSearchParams } from '@portal/remote-kit/router'
import { useEffect, useState } from 'react'

/** The delay between the last key and the search, in ms. */
const pause = 250

/** The typed text, and the searched words: `?q=` in the address follows once typing pauses. */
export function useSearchWords() {
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const [typed, setTyped] = useState(words)
  const [followed, setFollowed] = useState(words)
  // Back and Forward change the words while the field stays mounted.
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
