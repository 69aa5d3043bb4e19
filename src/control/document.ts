import controlDocument from '../../spec/documents/control.ts'

export { controlDocument }
