/** What the codes of failed connections mean to an operator. */
export const connectionFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate isn’t valid yet, or this machine’s clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'this machine doesn’t know who issued its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'this machine doesn’t know who issued its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'this machine doesn’t know who issued its certificate',
  ENOTFOUND: 'its name isn’t known to DNS',
  EAI_AGAIN: 'DNS doesn’t respond',
}

/** Why there was no connection, for an operator: `its certificate has expired (CERT_HAS_EXPIRED)`. */
export function connectionFault(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException
    if (typeof code === 'string' && code in connectionFaults)
      return `${connectionFaults[code]} (${code})`
    cause = cause.cause
  }
  return undefined
}
