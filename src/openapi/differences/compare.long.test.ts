import {
  CHANGES,
  compareBackwards,
  compareWithItself,
} from '../../../test/support/document-changes.ts'

compareBackwards(CHANGES)
compareWithItself(CHANGES)
