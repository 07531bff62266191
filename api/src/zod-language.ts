import * as z from 'zod/mini'

// Without a language the small build of zod says "Invalid input" whatever is wrong.
z.config(z.locales.en())
