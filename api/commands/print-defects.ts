import { errorLines, printError } from '@portal/domain/print'

// Node prints an uncaught error as it is, regardless of what its message quotes.
process.on('uncaughtException', (error) => {
  printError(...errorLines(error))
  process.exit(1)
})
