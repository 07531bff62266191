import type { ReleasePointer } from '@portal/contract/pointers'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { pointerInWords } from './release-words.ts'

type MovedMeanwhileProps = { before: ReleasePointer | undefined; now: ReleasePointer }

/** Shows where another admin has moved the pointer since the dialog was opened. */
export function MovedMeanwhile({ before, now }: MovedMeanwhileProps) {
  if (!before) return null
  return <ChangedMeanwhile before={pointerInWords(before)} now={pointerInWords(now)} />
}
