/** The minimum settings of a portal in production. */
export const productionEnv = {
  NODE_ENV: 'production',
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'larkspur-portal',
  FIREBASE_API_KEY: 'key',
  FOUNDATION_DOMAIN: 'larkspur.example',
  DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example',
}

/** The same with the portal's own accounts. */
export const ownSignInEnv = {
  NODE_ENV: 'production',
  IDENTITY: 'portal',
  PUBLIC_URL: 'https://board.larkspur.example',
  OIDC_CLIENT_ID: 'board-portal',
  OIDC_CLIENT_SECRET: 'secret-of-the-client',
  FOUNDATION_DOMAIN: 'larkspur.example',
  DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example',
}
