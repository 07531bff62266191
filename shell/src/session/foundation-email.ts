/** The whole part after the @ counts: `evil-larkspur.example` is another domain. The API decides again. */
export function isFoundationEmail(email: string | undefined, domain: string): boolean {
  return email?.toLowerCase().endsWith(`@${domain.toLowerCase()}`) ?? false
}
