import { useState } from 'preact/hooks'
import type { operations } from '../../../../../spec/generated/api.ts'
import { apiDocument } from '../../client/document.ts'
import { draftOf, type FormDraft, requestOf } from '../../client/form-request.ts'
import type { MadeFile, ReportQuery } from '../../client/made-files.ts'
import { type FormField, type FormSettings, queryFields } from '../../client/schema-form.ts'
import { useCampaigns } from '../../hooks/campaigns.ts'
import { useMadeFiles } from '../../hooks/made-files.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Empty, Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { FileList, FilePreview } from './files.tsx'

type ExportQuery = NonNullable<operations['exportCsv']['parameters']['query']>

const BYTE_ORDER_MARK = {
  label: 'Byte order mark',
  hint: 'Excel needs it to read CSV as UTF-8.',
  options: [
    ['1', 'with'],
    ['0', 'without'],
  ],
  fallback: '1',
} as const

const LOCALE = {
  label: 'CSV for spreadsheets in',
  hint: 'German and French ones need semicolons and decimal commas.',
  options: [
    ['en', 'English'],
    ['de', 'German'],
    ['fr', 'French'],
  ],
  fallback: 'en',
} as const

/** Reports and exports: made with all parameters of the API, looked at, and saved. */
export default function Reports({ route }: { route: Route }) {
  const { api } = useSandbox()
  const campaigns = useCampaigns()
  const { files, add } = useMadeFiles()
  const [shown, setShown] = useState<MadeFile>()
  const document = useLoaded(apiDocument, [])
  const options = (campaigns.data ?? []).map(({ id, name }) => [id, name] as const)
  const nameOf = (id: string | undefined) => options.find(([each]) => each === id)?.[1] ?? id
  const keep = (file: MadeFile) => {
    add(file)
    setShown(file)
  }

  const makeReport = async (fields: readonly FormField[], draft: FormDraft) => {
    const query = requestOf(fields, draft) as ReportQuery
    const { data } = await api('GET', '/reports/generate', { query })
    keep({ ...data, kind: 'report', query, title: `${nameOf(data.campaign_id)}, ${data.format}` })
  }
  const makeExport = async (fields: readonly FormField[], draft: FormDraft) => {
    const query = requestOf(fields, draft) as ExportQuery
    const { data } = await api('GET', '/export/csv', { query })
    const of = query.campaign_id === undefined ? 'all campaigns' : nameOf(query.campaign_id)
    keep({ ...data, kind: 'export', title: `${data.type}, ${of}` })
  }

  const reportSettings: FormSettings<ReportQuery> = {
    campaign_id: { label: 'Campaign', hint: '', kind: 'choice', options },
    format: { label: 'Format', hint: '', fallback: 'pdf' },
    date_range: {
      label: 'Period',
      suggestions: ['last_7_days', 'last_30_days', 'last_90_days'],
      placeholder: 'last_30_days',
    },
    include: { label: 'Sections', hint: 'If none is selected, all of them.' },
    bom: BYTE_ORDER_MARK,
    locale: LOCALE,
  }
  const exportSettings: FormSettings<ExportQuery> = {
    type: { label: 'Data', hint: '', fallback: 'rankings' },
    campaign_id: {
      label: 'Campaign',
      hint: '',
      kind: 'choice',
      options,
      fallback: 'All campaigns',
    },
    start_date: { label: 'First day' },
    end_date: { label: 'Last day' },
    keywords: { label: 'Keywords', hint: 'One per line. Empty: all keywords.' },
    bom: BYTE_ORDER_MARK,
    locale: LOCALE,
  }
  const chosen = route.query.get('campaign_id') ?? options[0]?.[0] ?? ''
  const isReady = document.data !== undefined && campaigns.data !== undefined

  return (
    <>
      <ScreenHeader title="Reports" />
      <Pending of={campaigns} title="The campaigns could not be loaded" />
      <Pending of={document} title="The forms could not be loaded">
        Loading…
      </Pending>
      {campaigns.data?.length === 0 && (
        <Empty title="Nothing to report yet">
          <p>
            A report is about a campaign. <a href={linkTo('campaigns')}>Create a campaign</a> first.
          </p>
        </Empty>
      )}
      {isReady && options.length > 0 && (
        <div class="panels">
          <Panel title="Report">
            <QueryForm
              key={chosen}
              settings={reportSettings}
              document={document.data}
              path="/reports/generate"
              initial={{ campaign_id: chosen }}
              more={['include', 'bom', 'locale']}
              submit="Make the report"
              send={makeReport}
            />
          </Panel>
          <Panel title="CSV export">
            <QueryForm
              settings={exportSettings}
              document={document.data}
              path="/export/csv"
              initial={{}}
              more={['keywords', 'bom', 'locale']}
              submit="Make the export"
              plain
              send={makeExport}
            />
          </Panel>
        </div>
      )}
      {shown && (
        <FilePreview key={shown.download_url} file={shown} onClose={() => setShown(undefined)} />
      )}
      <FileList files={files} shown={shown} onShow={setShown} />
    </>
  )
}

/** A form for the query of an operation. */
function QueryForm<Q>({
  settings,
  document,
  path,
  initial,
  more,
  submit,
  plain = false,
  send,
}: {
  settings: FormSettings<Q>
  document: Awaited<ReturnType<typeof apiDocument>> | undefined
  path: string
  initial: object
  more: readonly string[]
  submit: string
  plain?: boolean
  send: (fields: readonly FormField[], draft: FormDraft) => Promise<void>
}) {
  const fields = queryFields(document ?? {}, path, settings)
  return (
    <SchemaForm
      fields={fields}
      initial={draftOf(fields, initial)}
      submit={submit}
      send={(draft) => send(fields, draft)}
      more={more}
      plain={plain}
    />
  )
}
