import { passwordFault, type PasswordContext, passwordFaults } from '@portal/domain/password-rule'
import { loadCommonPasswords } from '@portal/remote-kit/common-passwords'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery } from '@portal/remote-kit/query'

const commonPasswordsQuery = queryOptions({
  queryKey: ['admin', 'common-passwords'],
  queryFn: loadCommonPasswords,
  staleTime: Infinity,
})

const noPasswords: ReadonlySet<string> = new Set()

/**
 * Why this password can't be used, by the API's rule; undefined for none or an empty one. The list of common passwords
 * is loaded with the first character; until then, the API alone refuses those.
 */
export function usePasswordFault(
  password: string,
  person: PasswordContext['person'],
): { sentence: string; isTooShort: boolean } | undefined {
  const { foundation } = usePortal().config
  const { data: common = noPasswords } = useQuery({
    ...commonPasswordsQuery,
    enabled: password !== '',
  })
  if (password === '') return undefined
  const fault = passwordFault(password, { common, person, foundation })
  return fault && { sentence: passwordFaults[fault], isTooShort: fault === 'short' }
}
