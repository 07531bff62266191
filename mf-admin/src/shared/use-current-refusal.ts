import { useState } from 'react'

/** A refusal is about the values that were sent: undefined once one of them has changed. */
export function useCurrentRefusal(
  refused: string | undefined,
  values: readonly unknown[],
): string | undefined {
  const [seen, setSeen] = useState({ refused, values })
  if (seen.refused !== refused) setSeen({ refused, values })
  return seen.values.every((value, index) => value === values[index]) ? refused : undefined
}
