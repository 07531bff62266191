import { useState } from 'react'
import { type PickedImage, pickImage } from './picked-image.ts'

export type ImageDraft = ReturnType<typeof useImageDraft>

type Choice = { kind: 'kept' } | { kind: 'removed' } | ({ kind: 'picked' } & PickedImage)

/** The change of a stored image: kept, removed, or replaced by a file of this device. */
export function useImageDraft(mostMegabytes: number) {
  const [choice, setChoice] = useState<Choice>({ kind: 'kept' })
  const [refused, setRefused] = useState<string>()
  const take = (next: Choice) => {
    setChoice(next)
    setRefused(undefined)
  }
  return {
    mostMegabytes,
    choice,
    /** Why the last chosen file was refused. */
    refused,
    changed: choice.kind !== 'kept',
    choose: async (file: Blob) => {
      const picked = await pickImage(file, mostMegabytes)
      if ('refused' in picked) setRefused(picked.refused)
      else take({ kind: 'picked', ...picked })
    },
    /** Removes the stored image with the next save, or discards the chosen one. */
    remove: (isStored: boolean) => take(isStored ? { kind: 'removed' } : { kind: 'kept' }),
    reset: () => take({ kind: 'kept' }),
  }
}
