import * as z from 'zod/mini'

// Without a locale, zod's small build reports every error as "Invalid input".
z.config(z.locales.en())
