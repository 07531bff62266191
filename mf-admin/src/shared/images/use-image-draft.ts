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
    /** Why the file that was chosen last isn't taken. */
    refused,
    changed: choice.kind !== 'kept',
    choose: async (file: Blob) => {
      const picked = await pickImage(file, mostMegabytes)
      if ('refused' in picked) setRefused(picked.refused)
      else take({ kind: 'picked', ...picked })
    },
    /** Takes the stored image away with the next save, or forgets the one that was chosen. */
    remove: (isStored: boolean) => take(isStored ? { kind: 'removed' } : { kind: 'kept' }),
    reset: () => take({ kind: 'kept' }),
  }
}
