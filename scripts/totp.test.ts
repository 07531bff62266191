import { expect, it } from 'vitest'
import { totpCode } from './totp.ts'

// Appendix B of RFC 6238: the secret is `12345678901234567890`, and these are the last six of its eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('shows the code of RFC 6238 at %i s', (seconds, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(totpCode(secret, new Date(seconds * 1000))).toBe(code)
  expect(totpCode('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ', new Date(seconds * 1000))).toBe(code)
})
