import { saveOnDevice } from '@portal/shared-ui/save-on-device'
import { useEffect, useRef, useState } from 'react'

const unreachable = 'Unable to connect to server. Please check your connection and try again.'

type Saving = {
  isBusy: boolean
  /** Why the last file couldn't be saved, in a sentence. */
  failure: string | undefined
  /** Fetches a file from the API and saves it on this device. */
  save: (url: string, name: string) => void
}

/** Fetches a file before saving it, because a plain link would show a refusal as a page. */
export function useSavedFile(): Saving {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const save = async (url: string, name: string) => {
    setFailure(undefined)
    setBusy(true)
    const { signal } = leaving.current
    try {
      const response = await fetch(url, { signal })
      if (response.ok) saveOnDevice(await response.blob(), name)
      else setFailure(await refusalIn(response))
    } catch {
      if (!signal.aborted) setFailure(unreachable)
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }
  return { isBusy, failure, save: (url, name) => void save(url, name) }
}

async function refusalIn(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined
  return typeof body?.error === 'string' ? body.error : 'Failed to download file'
}
