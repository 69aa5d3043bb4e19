import type { StyleName } from './world.ts'

/**
 * Stated bugs that `check` misses, with what it would take to catch them. A bug that is caught leaves the list:
 * `strangers.long.test.ts` fails while it is here.
 */
export const MISSED: { reason: string; names: string[] }[] = [
  {
    reason:
      'A create without settings, or with a part of them, may be given defaults; --fuzz reads them back',
    names: ['settings have the standard device'],
  },
  {
    reason: 'A server may write a location in its own way (Germany, GERMANY, DE)',
    names: ['the location is in upper case'],
  },
  {
    reason: 'The members show only in the one create that follows a refusal and has no settings',
    names: ['a failed validation leaves its members to the next create'],
  },
  {
    reason:
      'What a delete changes in other campaigns shows only if they are read after it; --fuzz reads them',
    names: ['a delete clears the settings of all'],
  },
  {
    reason:
      'Rows of other campaigns may be missing because they were deleted meanwhile; only the own are looked for',
    names: ['pages skip a row', 'the last row of each page is dropped'],
  },
  {
    reason:
      'A new campaign has no rows by which filters could be judged; --fuzz tries filters on those of the account',
    names: [
      'two keywords are ignored',
      'of two keywords the first counts',
      'of two keywords the last counts',
      'of two platforms the first counts',
      'keywords are matched as substrings',
      'mentions include the day before start_date',
    ],
  },
  {
    reason: 'The body of a login is not stated, so any refusal may be about it',
    names: ['a full key is refused for login'],
  },
  {
    reason: 'A logout with a valid key needs --logout-token, which these servers do not have',
    names: [
      'a full key is refused for logout',
      'logout has no data',
      'logout has no body',
      'logout has data: null',
    ],
  },
  {
    reason:
      'With a key of another account the five requests for campaigns are made, and no more; --fuzz makes others',
    names: [
      'analytics of another account are read',
      'reports of another account are made',
      'rankings of another account are read',
      'rankings of all accounts are listed',
    ],
  },
  {
    reason: 'The clock of a server may be wrong, and no other time is stated',
    names: [
      'meta.timestamp is local time without a zone',
      'meta.timestamp is local time with a false Z',
    ],
  },
  {
    reason: 'Only a header of 20 kB shows it, which --thorough sends',
    names: ['431 is HTML', '431: no rate-limit headers'],
  },
  {
    reason: 'Parsers of URLs accept it',
    names: ['download_url has no host', 'download_url has spaces'],
  },
  {
    reason: 'A run asks for one report, of a campaign that has settings',
    names: ['a report of an unknown format is a server_error'],
  },
  {
    reason: 'Keys may have the same limit, and two limits are stated: of an hour and of a day',
    names: ['the limit of the main key is shown for all', "verify's limit is that of the day"],
  },
  {
    reason:
      'A run uses its keys one after the other, so that the headers are those of the same key',
    names: ['headers are those of the request before'],
  },
  {
    reason: 'No request has an id that begins with that of a campaign',
    names: ['ids are read as numbers', 'ids are compared by their beginning'],
  },
]

/**
 * Bugs that `check` sees in some styles only, such as those that say how many campaigns there are, with one of them;
 * and a variation with which a run needs more requests than it may make in other styles.
 */
export const SEEN_IN: Record<string, StyleName> = {
  'the last row is dropped': 'aspnet',
  'the first row is dropped': 'rails',
  'pages overlap': 'aspnet',
  'the second page is empty': 'aspnet',
  'a deleted campaign stays on the second page': 'aspnet',
  'an update without settings copies those of another': 'rails',
  'keywords are matched by their beginning': 'aspnet',
  'keywords are matched by any word': 'go',
  'the campaign is ignored with keywords': 'aspnet',
  'the campaign is ignored with dates': 'aspnet',
  'a filter of keywords returns nothing': 'aspnet',
  'download_url is null': 'rails',
  'keys of an account share a count': 'rails',
  'a key with requests left meets the limit': 'gateway',
  'three campaigns a page, 45 campaigns': 'gateway',
}
