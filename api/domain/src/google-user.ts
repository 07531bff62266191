/** Distinguishes the two lists of the user management: Google accounts and password accounts. */
export function isGoogleUser({
  providerData,
}: {
  providerData: readonly { providerId: string }[]
}): boolean {
  return providerData.some(({ providerId }) => providerId === 'google.com')
}
