import { hash, verify } from '@node-rs/argon2'

/**
 * The parameters of argon2id. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHashes = ReturnType<typeof createPasswordHashes>

/** Hashes passwords with argon2id; tests use a lower cost. */
export function createPasswordHashes(parameters = cost) {
  const hashOf = (password: string) => hash(password.normalize('NFKC'), parameters)
  let nobodys: Promise<string> | undefined
  return {
    hashOf,
    /** Takes as long for an account that doesn't exist, or has no password. */
    async isPassword(password: string, stored: string | undefined): Promise<boolean> {
      nobodys ??= hashOf('a password of nobody')
      const isRight = await verify(stored ?? (await nobodys), password.normalize('NFKC'))
      return isRight && stored !== undefined
    },
  }
}
