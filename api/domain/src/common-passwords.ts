let loading: Promise<ReadonlySet<string>> | undefined

/**
 * The common passwords, in lower case: 49,000, of which 18,000 have at least 8 characters. They are loaded when they
 * are first needed, because they are larger than most pages.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
