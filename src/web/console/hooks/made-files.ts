import { useState } from 'preact/hooks'
import { keepMadeFile, type MadeFile, madeFiles } from '../client/made-files.ts'
import { saveFile } from '../client/save-file.ts'
import { useSandbox } from './sandbox.ts'

/** The reports and exports of this tab, and a way to add one. */
export function useMadeFiles() {
  const { account } = useSandbox()
  const [files, setFiles] = useState(() => madeFiles(account))
  return { files, add: (file: MadeFile) => setFiles(keepMadeFile(account, file)) }
}

/** The contents of an export, as the API takes them. */
export interface ExportQuery {
  type: 'rankings' | 'mentions' | 'campaigns'
  campaign_id?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  keywords?: string[]
}

/** The action of a button that exports rows as CSV and saves the file. */
export function useExport() {
  const { api, account } = useSandbox()
  return async (query: ExportQuery) => {
    const { data } = await api('GET', '/export/csv', { query })
    keepMadeFile(account, { ...data, kind: 'export', title: data.type })
    saveFile(data.filename, { url: data.download_url })
    return `${data.filename} has ${data.rows} rows. It is in Reports, too.`
  }
}
