/** The part of Trusted Types that the shell uses; the DOM library doesn't declare it yet. */
type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ) => { createScriptURL: (url: string) => string }
}

declare var trustedTypes: TrustedTypesFactory | undefined
