/** The settings that a portal in production needs at least. */
export const productionEnv = {
  NODE_ENV: 'production',
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'larkspur-portal',
  FIREBASE_API_KEY: 'key',
  FOUNDATION_DOMAIN: 'larkspur.example',
  DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example',
}
