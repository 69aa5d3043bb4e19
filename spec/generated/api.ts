// Made by `npm run generate` from spec/; do not edit.

export type OperationId = "listCampaigns" | "createCampaign" | "getCampaign" | "updateCampaign" | "deleteCampaign" | "getDashboards" | "getIntelligenceOverview" | "getRankings" | "getMentions" | "getCampaignAnalytics" | "generateReport" | "exportCsv" | "login" | "logout" | "getCurrentUser" | "verifyToken" | "listWebhooks" | "createWebhook" | "getWebhook" | "updateWebhook" | "deleteWebhook" | "listAlerts" | "createAlert" | "getAlert" | "updateAlert" | "deleteAlert" | "listAlertHistory" | "acknowledgeAlert" | "snoozeAlert" | "unsnoozeAlert";
export interface paths {
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all campaigns
         * Returns the campaigns of the account, newest first, one page at a time.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * Creates a campaign. Fields that are not sent get their defaults.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        /**
         * Get campaign details
         * Returns a campaign.
         */
        get: operations["getCampaign"];
        /**
         * Update a campaign
         * Replaces the fields that are sent, and keeps the others.
         */
        put: operations["updateCampaign"];
        post?: never;
        /**
         * Delete a campaign
         * Deletes a campaign and its alerts.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dashboard data
         * Returns figures of all campaigns of the account in a period, compared with another period.
         */
        get: operations["getDashboards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/dashboards/intelligence-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Intelligence overview
         * Returns the rankings and mentions of the account in a period, with recent events.
         */
        get: operations["getIntelligenceOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/serp/rankings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * SERP ranking data
         * Returns a row for each keyword and check of a campaign, the oldest day first, one page at a time.
         */
        get: operations["getRankings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Chat Intelligence mentions
         * Returns the mentions of a brand on chat platforms, newest first, one page at a time.
         */
        get: operations["getMentions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/campaign/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        /**
         * Analytics of one campaign
         * Returns the history and the trends of a campaign in a period, compared with another period.
         */
        get: operations["getCampaignAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Generate a report
         * Makes a report of a campaign and returns the address of its file.
         */
        get: operations["generateReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export data as CSV
         * Makes a CSV file and returns its address, or the file itself if Accept prefers text/csv.
         */
        get: operations["exportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * User authentication
         * Signs a user in with an email address and a password, and returns a session token.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * User logout
         * Ends the session of the request. With an API key, it ends the sessions that the key opened; the key stays valid.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Current user information
         * Returns the user of the session or the key.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that a token works
         * Sends only the Authorization header. On failure returns an authentication error.
         */
        get: operations["verifyToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all webhooks
         * Returns the webhooks of the account, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * Creates a webhook. Its secret is in this response only.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a webhook.
                 * @example whk_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get a webhook
         * Returns a webhook without its secret.
         */
        get: operations["getWebhook"];
        /**
         * Update a webhook
         * Replaces the fields that are sent, and keeps the others. It can rotate the secret.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * Deletes a webhook. It gets no further events.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all alerts
         * Returns the alerts of the account, newest first.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * Creates an alert on the events of a campaign.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get an alert
         * Returns an alert.
         */
        get: operations["getAlert"];
        /**
         * Update an alert
         * Replaces the fields that are sent, and keeps the others. null removes a condition.
         */
        put: operations["updateAlert"];
        post?: never;
        /**
         * Delete an alert
         * Deletes an alert. Webhooks that use it lose it.
         */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * List the events that an alert matched
         * Returns the events that matched an alert, newest first.
         */
        get: operations["listAlertHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge what an alert found so far
         * Marks the matched events as seen. Only later ones count as new.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Snooze an alert
         * Until then it records what it matches and sends nothing.
         */
        post: operations["snoozeAlert"];
        /**
         * End the snooze of an alert
         * Ends a snooze. The alert sends events again.
         */
        delete: operations["unsnoozeAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "campaign.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign run completed
         * Sent at the end of each run of an active campaign, after its other events. A campaign runs two to five seconds after its creation, and then hourly, daily, weekly or monthly. Any other frequency counts as daily. After a change of the frequency or a pause, the next run is at the next whole interval after the last actual run.
         */
        post: operations["campaignCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ranking.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ranking changed
         * Sent by a run of the campaign for each keyword whose position differs from the day of the run before, whenever that was. A keyword that was added since has no such event.
         */
        post: operations["rankingChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mention.detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A mention was detected
         * Sent by a run of a campaign for each answer that it found and that names its brand. A mention that two campaigns found has two events with the same data.id.
         */
        post: operations["mentionDetected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** The envelope of a success. */
        Success: {
            /** @constant */
            success: true;
            /** The result. */
            data: unknown;
            /** Human-readable. */
            message?: string;
            meta?: components["schemas"]["Meta"];
        };
        /** Optional in the envelope; where it is, it holds both. */
        Meta: {
            /**
             * Format: date-time
             * ISO 8601, UTC.
             */
            timestamp: string;
            version: string;
            pagination?: components["schemas"]["Pagination"];
        };
        /** The envelope of a failure. */
        Failure: {
            /** @constant */
            success: false;
            error: components["schemas"]["Error"];
            meta?: components["schemas"]["Meta"];
        };
        Error: {
            code: components["schemas"]["ErrorCode"];
            message: string;
            details?: {
                /** The problems of an invalid request, one for each wrong value. The first 20 are listed. */
                issues?: components["schemas"]["Issue"][];
            } & {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        ErrorCode: "invalid_request" | "authentication_failed" | "not_found" | "rate_limit_exceeded" | "server_error" | "invalid_api_key" | "missing_api_key" | "insufficient_permissions" | "INVALID_TOKEN";
        /** A campaign as accepted on create. All values of type and frequency are not shown. */
        CampaignInput: {
            /**
             * Descriptive name.
             * @example Spring launch
             */
            name: string;
            /**
             * A SERP campaign uses the value serp.
             * @example serp
             */
            type: string;
            /**
             * Keywords or phrases to monitor.
             * @example [
             *       "trail running shoes",
             *       "waterproof hiking boots"
             *     ]
             */
            keywords: string[];
            /**
             * A daily run uses the value daily.
             * @example daily
             */
            frequency: string;
            settings?: components["schemas"]["CampaignSettings"];
            /**
             * Brand whose mentions count for this campaign. Default: the campaign's name.
             * @example Northpeak
             */
            brand?: string;
            /**
             * Site whose positions are tracked. Default: derived from the brand.
             * @example northpeak.example
             */
            domain?: string;
            /**
             * Domains of rivals.
             * @example [
             *       "ridgeline.example"
             *     ]
             */
            competitors?: string[];
            /**
             * Whether the campaign is paused. A paused campaign does not run.
             * @enum {string}
             */
            status?: "active" | "paused";
        };
        CampaignSettings: {
            /** @example United States */
            location?: string;
            /** @example desktop */
            device?: string;
            /** @example google */
            search_engine?: string;
        };
        /** A campaign as returned: an id and the fields accepted on create; more is not shown. */
        Campaign: {
            /** A short prefix plus characters. */
            id: string;
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * Time of the last change of a field.
             */
            updated_at: string;
            /**
             * Format: date
             * First day with data.
             */
            tracked_since: string;
            /**
             * Format: date-time
             * Time of the last run; null before the first.
             * @example 2026-01-15T09:30:04.000Z
             */
            last_run_at: string | null;
            /**
             * Format: date-time
             * Time of the next run; null while the campaign is paused.
             * @example 2026-01-16T09:30:04.000Z
             */
            next_run_at: string | null;
            /**
             * Whether the last run has results; null before the first. A failed run leaves a gap in the data.
             * @enum {string|null}
             */
            last_run_status: "completed" | "failed" | null;
        } & WithRequired<components["schemas"]["CampaignInput"], "settings" | "brand" | "domain" | "competitors" | "status">;
        /** The position of one keyword on one day, as a run of the campaign found it. A weekly campaign has rows on the days of its runs only, a paused one has none. A keyword that is added has rows from then on. Rows do not change when the campaign does. */
        Ranking: {
            /**
             * The keyword as spelled in the campaign.
             * @example crm software
             */
            keyword: string;
            /**
             * Place in the results; 1 is the top, 100 is the last checked place. Null if the site is not among the first 100 results.
             * @example 7
             */
            position: number | null;
            /**
             * Format: date
             * The day of the position.
             * @example 2026-01-15
             */
            date: string;
            /**
             * Position in the row before of the keyword, which is a week ago in a weekly campaign; null if there is none, and if the site was not among the first 100.
             * @example 9
             */
            previous_position: number | null;
            /**
             * Places gained since the row before, so a positive number is a rise; null without one of the positions.
             * @example 2
             */
            change: number | null;
            /**
             * Whether the site is among the first 100 results now and was not in the row before.
             * @example false
             */
            is_new: boolean;
            /**
             * Whether the site was among the first 100 results in the row before and is not now.
             * @example false
             */
            is_lost: boolean;
            /**
             * Format: uri
             * The page of the tracked site at this position; null without a position. Sometimes another page of the site takes its place for some days.
             * @example https://acme.example/guides/crm-software
             */
            url: string | null;
            /**
             * Title of the page; null without a position.
             * @example CRM software | Acme Guides
             */
            title: string | null;
            /**
             * Searches for the keyword a month in the location of the campaign, as known on that day; null if there are fewer than 10, which is too few to measure. It moves from month to month. Spellings, plurals and orders of the same words have the same, as Google Ads groups close variants, and each further word divides it. A city never has more than its country, nor a country more than the world.
             * @example 4400
             */
            search_volume: number | null;
            /**
             * Searches for the keyword on that day, two decimals. A year adds up to about twelve times the mean of search_volume; a single week has more or less by the season of the keyword. Some keywords have fewer searches at the weekend, some have more. On public holidays most have fewer. A keyword without a measured volume has a few searches, too.
             * @example 141.92
             */
            searches: number;
            /**
             * The searches times the click-through rate of the position (see Visibility), two decimals; 0 without a position.
             * @example 5.53
             */
            estimated_traffic: number;
            /**
             * Features of the results page next to links. They depend on location, device and search engine and not on the site. They change from week to week at most. A local_pack is on pages of searches for something near a place only.
             * @example [
             *       "people_also_ask",
             *       "images"
             *     ]
             */
            serp_features: string[];
            /**
             * The features that show a page of the site, such as the featured snippet. It has the AI overview if an answer of Google AI Overviews on that day cites the site.
             * @example [
             *       "images"
             *     ]
             */
            owned_features: string[];
            /**
             * Other pages of the site among the first 100 results, which compete with the page at the position. None of them is in the place of another site that is listed.
             * @example []
             */
            other_results: {
                /**
                 * Place in the results.
                 * @example 31
                 */
                position: number;
                /**
                 * Format: uri
                 * The other page.
                 * @example https://acme.example/blog/crm-software
                 */
                url: string;
            }[];
            /**
             * Device of the results page, as the campaign had it set; null if it had none.
             * @example desktop
             */
            device: string | null;
            /**
             * Format: date-time
             * Time at which a run found the row, in the minutes before its end, as runs wait in queues. An hourly campaign has one row a day, from its first run of the day; its later runs find the same.
             * @example 2026-01-15T06:00:02.481Z
             */
            checked_at: string;
            /**
             * Positions of the rivals for the keyword on that day. The rivals are the campaign's competitors, at most ten. Without any, they are the brands that chat answers name next to it.
             * @example [
             *       {
             *         "domain": "bright-loom.example",
             *         "position": 4
             *       }
             *     ]
             */
            competitors: {
                /**
                 * Site of the rival.
                 * @example bright-loom.example
                 */
                domain: string;
                /**
                 * Position of the rival; never the position of the campaign's site or of another rival. Null if it is not among the first 100 results.
                 * @example 4
                 */
                position: number | null;
            }[];
        };
        /** An answer of a chat platform, seen from a brand that it names. Mentions of rivals share the answer. */
        Mention: {
            /**
             * Identifies the mention, of one brand in one answer. It stays the same.
             * @example men_14e82f656633b7b2
             */
            id: string;
            /**
             * Identifies the answer. The mentions of all brands in it have the same.
             * @example ans_5c0d93f1b2a46e78
             */
            answer_id: string;
            /**
             * The brand as the answer names it.
             * @example Acme Analytics
             */
            brand: string;
            /**
             * The chat platform in its usual spelling.
             * @example ChatGPT
             * @example Perplexity
             * @example Gemini
             * @example Claude
             * @example Copilot
             * @example Google AI Overviews
             * @example Grok
             */
            platform: string;
            /**
             * The language model that answered; null on platforms that do not say. After the last one that is known, its number goes up about every seven months.
             * @example gpt-5
             */
            model: string | null;
            /**
             * The keyword of a campaign that the prompt is about.
             * @example CRM software
             */
            keyword: string;
            /**
             * The prompt that the platform answered, a sentence. It is in the language of the keyword if that is German, French, Spanish, Japanese or Arabic, and in English otherwise.
             * @example What is the best CRM software right now?
             */
            prompt: string;
            /**
             * The passage of the answer that names the brand.
             * @example For CRM software, the names that come up most often are Rankly, Acme Analytics, and Bright Loom. Acme Analytics stands out for clear reporting and responsive support.
             */
            excerpt: string;
            /**
             * The whole answer in Markdown, in the language of the prompt. Prices, ratings and models in it are invented. A question for knowledge (how, what, why) is answered with brands only now and then.
             * @example For CRM software, the names that come up most often are:
             *
             *     1. **Rankly**: a short learning curve.
             *     2. **Acme Analytics**: clear reporting and responsive support.
             *     3. **Bright Loom**: fair pricing.
             */
            answer: string;
            /**
             * The tone in which the answer speaks of the brand. A few percent are negative and a third neutral, as BrightEdge found in 2026, with a mix of its own for each platform.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * The tone as a number: at least 0.25 if positive, at most -0.25 if negative, from -0.2 to 0.2 if neutral.
             * @example 0.62
             */
            sentiment_score: number;
            /**
             * Rank of the brand among the brands in the answer; 1 is the first.
             * @example 2
             */
            position: number;
            /**
             * Names of the other brands in the answer, in order of appearance.
             * @example [
             *       "Rankly",
             *       "Bright Loom"
             *     ]
             */
            competitors_mentioned: string[];
            /** Sources that the answer cites, in its order; empty if it cites none. Most of those of a prompt stay from one day to the next, and a site that ranks is cited more often, as Ahrefs found for AI Overviews in 2025. */
            citations: components["schemas"]["Citation"][];
            /**
             * The campaign that found the answer first. It may be deleted by now.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Existing campaigns that found the answer, the first one first. A campaign whose check comes later on that day joins them then.
             * @example [
             *       "cmp_4k2p9x",
             *       "cmp_7h3zd2"
             *     ]
             */
            campaign_ids: string[];
            /**
             * Format: date-time
             * Time when the answer was found, in the minutes before the end of the check, as runs wait in queues.
             * @example 2026-01-15T09:22:26.000Z
             */
            detected_at: string;
            /**
             * Format: uri
             * Address of the answer; null on platforms whose answers have no address of their own.
             * @example https://chatgpt.example/share/14e82f656633b7b2
             */
            url: string | null;
        };
        /** The result of a report; fields beyond the URL are not shown. */
        Report: {
            /**
             * Format: uri
             * Address of the file; it opens without an Authorization header until it expires.
             */
            download_url: string;
            /**
             * The campaign of the report.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * File format.
             * @enum {string}
             */
            format: "pdf" | "csv" | "json";
            /**
             * The requested range.
             * @example last_30_days
             */
            date_range: string;
            period: components["schemas"]["Period"];
            /** Sections of the report. */
            include: ("rankings" | "competitors" | "trends")[];
            summary: components["schemas"]["KeyFigures"];
            /**
             * File name for saving.
             * @example spring-launch-2025-12-17-to-2026-01-15.pdf
             */
            filename: string;
            /**
             * Format: date-time
             * Time when the report was made.
             */
            generated_at: string;
            /**
             * Format: date-time
             * Time when the link stops working.
             */
            expires_at: string;
        };
        TokenVerification: {
            key_id: string;
            account_id: string;
            /** `*` for a full-access key. */
            permissions: string[];
            rate_limit: components["schemas"]["RateLimit"];
        };
        RateLimit: {
            limit: number;
            remaining: number;
        };
        /** What configures a webhook. The path that takes it is not shown. */
        WebhookInput: {
            /**
             * Format: uri
             * Address for the events. A sandbox that listens on loopback also accepts http to this machine. Any other sandbox rejects addresses of private networks.
             * @example https://app.example/hooks/monitoring
             */
            url: string;
            /**
             * Subscribed event kinds.
             * @example [
             *       "ranking.changed",
             *       "mention.detected"
             *     ]
             */
            events: components["schemas"]["EventKind"][];
            /** Shared secret for signature verification. After whsec_, the secret is base64. Default: generated by the service. */
            secret?: string;
            /**
             * Identifiers of alerts of this account. The webhook gets only events that match at least one of them. Default, also if empty: all events of the subscribed kinds.
             * @example [
             *       "alr_4k2m9xq7h3zd"
             *     ]
             */
            alerts?: string[];
            /**
             * Whether the webhook is active. A disabled webhook gets no events. Default: active.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @enum {string} */
        EventKind: "campaign.completed" | "ranking.changed" | "mention.detected";
        /** A problem of a request. */
        Issue: {
            /**
             * The part of the request with the problem.
             * @enum {string}
             */
            in: "body" | "query" | "path" | "header" | "cookie";
            /**
             * JSON Pointer within the body, or the name of the parameter.
             * @example /keywords/0
             */
            path: string;
            /**
             * What is wrong, to follow the name of the field.
             * @example must not be empty
             */
            message: string;
            /** The wrong value, if it is short and no secret. */
            value?: unknown;
        };
        Pagination: {
            /** Number of matching items over all pages. */
            total: number;
            /** The requested number of items. */
            limit: number;
            /** Number of items skipped before this page. */
            offset: number;
            /** Whether another page follows. */
            has_more: boolean;
        };
        PagedMeta: {
            pagination: components["schemas"]["Pagination"];
        } & WithRequired<components["schemas"]["Meta"], "pagination">;
        CampaignUpdate: {
            /**
             * Descriptive name.
             * @example Spring launch
             */
            name?: string;
            /**
             * A SERP campaign uses the value serp.
             * @example serp
             */
            type?: string;
            /**
             * Keywords or phrases to monitor.
             * @example [
             *       "trail running shoes",
             *       "waterproof hiking boots"
             *     ]
             */
            keywords?: string[];
            /**
             * A daily run uses the value daily.
             * @example daily
             */
            frequency?: string;
            settings?: components["schemas"]["CampaignSettings"];
            /**
             * Brand whose mentions count for this campaign. Default: the campaign's name.
             * @example Northpeak
             */
            brand?: string;
            /**
             * Site whose positions are tracked. Default: derived from the brand.
             * @example northpeak.example
             */
            domain?: string;
            /**
             * Domains of rivals.
             * @example [
             *       "ridgeline.example"
             *     ]
             */
            competitors?: string[];
            /**
             * Whether the campaign is paused. A paused campaign does not run.
             * @enum {string}
             */
            status?: "active" | "paused";
        };
        Deletion: {
            /** Identifier of the deleted resource. */
            id: string;
            /** @constant */
            deleted: true;
        };
        LoginInput: {
            /** @example demo@example.com */
            email: string;
            /**
             * Format: password
             * @example demo-password
             */
            password: string;
        };
        UserAccount: {
            /**
             * The account_id in GET /auth/verify.
             * @example acc_demo
             */
            id: string;
            /** @example Demo Ltd */
            name: string;
            /**
             * A plan of §8.
             * @example Professional
             */
            plan: string;
        };
        CurrentUser: {
            /** @example usr_4k2m9x */
            id: string;
            /** @example Dana Demo */
            name: string;
            /** @example demo@example.com */
            email: string | null;
            /** @example owner */
            role: string;
            account: components["schemas"]["UserAccount"];
            /** The session of the token; null for an API token. */
            session: {
                /** @example ses_7h3k2p */
                id: string;
                /** Format: date-time */
                expires_at: string;
            } | null;
        };
        Login: {
            /** Session token for the Authorization header; shown only once. */
            token: string;
            /** @constant */
            token_type: "Bearer";
            /** Format: date-time */
            expires_at: string;
            user: components["schemas"]["CurrentUser"];
        };
        Logout: {
            /** Number of ended sessions. */
            ended_sessions: number;
        };
        /** A source that an answer cites. */
        Citation: {
            /**
             * Title of the page.
             * @example CRM Software: The Best Options of 2025 | Practical Buyer
             */
            title: string;
            /**
             * Format: uri
             * Address of the page.
             * @example https://practical-buyer.example/2025/crm-software
             */
            url: string;
            /**
             * Host of the address.
             * @example practical-buyer.example
             */
            domain: string;
            /**
             * Whose site it is, seen from the brand: its own, that of a rival for the keyword, or another one.
             * @enum {string}
             */
            type: "own" | "rival" | "third_party";
            /**
             * Place among the sources of the answer; 1 is the first, to which `[1]` in the answer refers.
             * @example 1
             */
            position: number;
        };
        /** The days of the figures, both ends included. */
        Period: {
            /**
             * Format: date
             * First day.
             * @example 2025-12-17
             */
            start_date: string;
            /**
             * Format: date
             * Last day. Days that have not happened yet have no data.
             * @example 2026-01-15
             */
            end_date: string;
            /**
             * Calendar days from the first to the last.
             * @example 30
             */
            days: number;
        };
        /**
         * Mean of the positions of all ranking rows that have one, two decimals; null when there are none.
         * @example 14.37
         */
        AveragePosition: number | null;
        /**
         * Clicks at these positions, in percent of the clicks at first place for every keyword; null when there are no rows. A row without a position has no clicks, and counts. The click-through rates of places 1 to 10 are 27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7 and 2.4 percent; of place n from 11 on it is 0.9 * 0.93^(n-11) percent.
         * @example 18.42
         */
        Visibility: number | null;
        /**
         * Estimated visits from these positions: the sum of estimated_traffic over all ranking rows, two decimals.
         * @example 1204.36
         */
        EstimatedTraffic: number;
        /** Number of keywords in each range of places on the last day with data. Each step contains the ones before it. */
        Distribution: {
            /**
             * Keywords in places 1 to 3.
             * @example 4
             */
            top_3: number;
            /**
             * Keywords in places 1 to 10.
             * @example 11
             */
            top_10: number;
            /**
             * Keywords in places 1 to 20.
             * @example 17
             */
            top_20: number;
            /**
             * Keywords in places 1 to 100.
             * @example 22
             */
            top_100: number;
            /**
             * Keywords that are not among the first 100 results.
             * @example 2
             */
            unranked: number;
        };
        /** The period that is compared, with its figures. If it is not comparable, all changes are null. */
        ComparedPeriod: components["schemas"]["Period"] & {
            average_position: components["schemas"]["AveragePosition"];
            visibility: components["schemas"]["Visibility"];
            estimated_traffic: components["schemas"]["EstimatedTraffic"];
            /**
             * Mentions of own brands.
             * @example 98
             */
            mentions: number;
            /**
             * How many of the days have data: since the campaign began, or the campaigns that have nine tenths of the keywords of the account.
             * @example 30
             */
            covered_days: number;
            /**
             * Whether all days are covered, and are as many as have begun of the period itself.
             * @example true
             */
            comparable: boolean;
        };
        /** Change from the compared period. Positive is better. Null where nothing is compared, and where the compared period is not comparable, as for a campaign that is younger. */
        Changes: {
            /**
             * Average places gained; null when either period has no positions.
             * @example 1.15
             */
            average_position: number | null;
            /**
             * Percentage points gained; null when either period has no rows.
             * @example 0.46
             */
            visibility: number | null;
            /**
             * Additional visits; null when either period has no rows.
             * @example 88.07
             */
            estimated_traffic: number | null;
            /**
             * Additional mentions.
             * @example 12
             */
            mentions: number | null;
        };
        /** The figures of one day. */
        DayFigures: {
            /**
             * Format: date
             * The day.
             * @example 2026-01-15
             */
            date: string;
            average_position: components["schemas"]["AveragePosition"];
            visibility: components["schemas"]["Visibility"];
            estimated_traffic: components["schemas"]["EstimatedTraffic"];
            /** Distribution of the keywords' places on that day. */
            distribution: components["schemas"]["Distribution"];
            /**
             * Mentions on all chat platforms.
             * @example 6
             */
            mentions: number;
        };
        /** Mentions by tone. */
        SentimentFigures: {
            /**
             * Positive mentions.
             * @example 61
             */
            positive: number;
            /**
             * Neutral mentions.
             * @example 34
             */
            neutral: number;
            /**
             * Negative mentions.
             * @example 15
             */
            negative: number;
            /**
             * Mean sentiment_score, two decimals; null without mentions.
             * @example 0.31
             */
            score: number | null;
        };
        /** The share of one chat platform. */
        PlatformFigures: {
            /**
             * The chat platform.
             * @example Perplexity
             */
            platform: string;
            answers: components["schemas"]["AnswerCount"];
            /**
             * Mentions on it.
             * @example 41
             */
            mentions: number;
            ai_visibility: components["schemas"]["AiVisibility"];
            /**
             * Percent of the mentions on all platforms, two decimals.
             * @example 23.84
             */
            share: number;
            /**
             * Percent of own brands among the brand names in its answers, two decimals; null without names.
             * @example 34.88
             */
            share_of_voice: number | null;
            sentiment: components["schemas"]["SentimentFigures"];
        };
        /**
         * Answers to the prompts, those that name no own brand included.
         * @example 120
         */
        AnswerCount: number;
        /**
         * Percent of the answers that name an own brand, two decimals; null without answers.
         * @example 42.5
         */
        AiVisibility: number | null;
        /** The prompts with most answers, then with most mentions: at most 20, but all of them in a report. Each keyword has two prompts, and a check asks each of them on one platform. */
        PromptFigures: {
            /**
             * The prompt.
             * @example CRM software: any recommendations?
             */
            prompt: string;
            /**
             * Its keyword.
             * @example CRM software
             */
            keyword: string;
            answers: components["schemas"]["AnswerCount"];
            /**
             * Mentions in these answers.
             * @example 13
             */
            mentions: number;
            ai_visibility: components["schemas"]["AiVisibility"];
        }[];
        /** One keyword over a period. */
        KeywordFigures: {
            /**
             * The keyword as spelled in the campaign.
             * @example crm software
             */
            keyword: string;
            /**
             * Position on the last day with data; null if it is not among the first 100.
             * @example 7
             */
            position: number | null;
            /**
             * Position on the first day with data; null if it was not among the first 100.
             * @example 12
             */
            start_position: number | null;
            /**
             * Places gained from the first day to the last; null without one of the positions.
             * @example 5
             */
            change: number | null;
            /**
             * Best position of the period, which is the lowest number; null without any.
             * @example 6
             */
            best_position: number | null;
            /**
             * Worst position of the period; null without any.
             * @example 14
             */
            worst_position: number | null;
            average_position: components["schemas"]["AveragePosition"];
            /**
             * The part of the keyword in changes.visibility, in points with two decimals; null if that is null. The parts of all keywords add up to it, but for rounding and for keywords that the campaign no longer tracks.
             * @example 3.84
             */
            visibility_change: number | null;
            estimated_traffic: components["schemas"]["EstimatedTraffic"];
            /**
             * Searches a month as known on the last day with data; null if they are too few to measure.
             * @example 4400
             */
            search_volume: number | null;
            /**
             * Format: uri
             * The page of the tracked site that ranks on the last day with data; null without a position.
             * @example https://acme.example/guides/crm-software
             */
            url: string | null;
        };
        /** Key figures of one campaign. */
        KeyFigures: {
            /**
             * Number of keywords that the campaign tracks.
             * @example 24
             */
            keywords: number;
            average_position: components["schemas"]["AveragePosition"];
            /**
             * Best position of any keyword; null without any.
             * @example 1
             */
            best_position: number | null;
            /**
             * Worst position of any keyword; null without any.
             * @example 70
             */
            worst_position: number | null;
            visibility: components["schemas"]["Visibility"];
            estimated_traffic: components["schemas"]["EstimatedTraffic"];
            distribution: components["schemas"]["Distribution"];
            /**
             * Keywords with a better position on the last day with data than on the first, and those that entered the first 100.
             * @example 11
             */
            improved: number;
            /**
             * Keywords with a worse position, and those that left the first 100.
             * @example 8
             */
            declined: number;
            /**
             * Keywords with the same position, or without one on both days.
             * @example 5
             */
            unchanged: number;
            /**
             * Mentions of the campaign's brand on all chat platforms.
             * @example 110
             */
            mentions: number;
        };
        /** Sites that the answers cite. */
        CitationFigures: {
            /**
             * Citations in all answers that name the brand.
             * @example 204
             */
            total: number;
            /** Citations by the kind of site. */
            by_type: {
                /**
                 * Pages of the brand.
                 * @example 26
                 */
                own: number;
                /**
                 * Pages of rivals.
                 * @example 31
                 */
                rival: number;
                /**
                 * Pages of other sites.
                 * @example 147
                 */
                third_party: number;
            };
            /** The most cited sites, at most 10, but all of them in a report. Their percentages are of all citations. */
            domains: {
                /**
                 * Host of the cited pages.
                 * @example practical-buyer.example
                 */
                domain: string;
                /**
                 * Whose site it is, seen from the brand: its own, that of a rival for the keyword, or another one.
                 * @enum {string}
                 */
                type: "own" | "rival" | "third_party";
                /**
                 * Whether the site belongs to the brand.
                 * @example false
                 */
                own: boolean;
                /**
                 * Citations of the site.
                 * @example 31
                 */
                citations: number;
                /**
                 * Percent of all citations, two decimals.
                 * @example 15.2
                 */
                share: number;
            }[];
            /** The most cited pages, at most 10, but all of them in a report. */
            pages: {
                /**
                 * Title of the page.
                 * @example CRM Software: The Best Options of 2025 | Practical Buyer
                 */
                title: string;
                /**
                 * Format: uri
                 * Address of the page.
                 * @example https://practical-buyer.example/2025/crm-software
                 */
                url: string;
                /**
                 * Host of the address.
                 * @example practical-buyer.example
                 */
                domain: string;
                /**
                 * Whose site it is, seen from the brand: its own, that of a rival for the keyword, or another one.
                 * @enum {string}
                 */
                type: "own" | "rival" | "third_party";
                /**
                 * Citations of the page.
                 * @example 9
                 */
                citations: number;
            }[];
        };
        /** The analytics of one campaign for a period. */
        CampaignAnalytics: {
            /**
             * The campaign.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Its name.
             * @example Spring launch
             */
            name: string;
            /**
             * The brand whose mentions are counted.
             * @example Acme Analytics
             */
            brand: string;
            /**
             * The site whose positions are tracked.
             * @example acme.example
             */
            domain: string;
            period: components["schemas"]["Period"];
            summary: components["schemas"]["KeyFigures"];
            /** The compared period; null if there is none. */
            previous_period: components["schemas"]["ComparedPeriod"] | null;
            changes: components["schemas"]["Changes"];
            /** Each past day of the period. Days without rows, such as those between the runs of a weekly campaign, have null averages. */
            series: components["schemas"]["DayFigures"][];
            /** Keywords that the campaign tracks at the end of the period, in its order; empty when the period has no rows. */
            keywords: components["schemas"]["KeywordFigures"][];
            /** The campaign's own site and its rivals at the end of the period, own site first. A rival that was added is compared by the rows since then. */
            competitors: components["schemas"]["CompetitorFigures"][];
            /** Every feature of results pages, including those on no page. */
            serp_features: {
                /**
                 * Name of the feature.
                 * @example ai_overview
                 * @example featured_snippet
                 * @example people_also_ask
                 * @example local_pack
                 * @example images
                 * @example video
                 * @example shopping
                 * @example reviews
                 * @example sitelinks
                 */
                feature: string;
                /**
                 * Keywords whose results page has the feature on the last day with data.
                 * @example 17
                 */
                keywords: number;
                /**
                 * Percent of the keywords, two decimals.
                 * @example 70.83
                 */
                share: number;
            }[];
            top_movers: components["schemas"]["Movers"];
            algorithm_updates: components["schemas"]["AlgorithmUpdates"];
            recent_events: components["schemas"]["RankingEvents"];
            /** The answers that the campaign's checks found in the period, and the mentions of its brand in them. A changed brand counts from the change on. */
            mentions: {
                answers: components["schemas"]["AnswerCount"];
                ai_visibility: components["schemas"]["AiVisibility"];
                /**
                 * Mentions on all chat platforms.
                 * @example 110
                 */
                total: number;
                by_sentiment: components["schemas"]["SentimentFigures"];
                /** Every platform, including those without mentions. */
                by_platform: components["schemas"]["PlatformFigures"][];
                average_position: components["schemas"]["BrandPosition"];
                share_of_voice: components["schemas"]["ShareOfVoice"];
                prompts: components["schemas"]["PromptFigures"];
                changes: components["schemas"]["ChatChanges"];
                /** Each past day of the period. */
                series: components["schemas"]["ChatDayFigures"][];
                citations: components["schemas"]["CitationFigures"];
            };
        };
        /** Present if the account has more campaigns than its dashboards cover: the figures are those of the newest campaigns, as if there were no others. The numbers of campaigns in the totals are still of all. */
        Coverage: {
            /**
             * Campaigns that the figures cover.
             * @example 1000
             */
            campaigns: number;
            /**
             * Campaigns of the account.
             * @example 25000
             */
            of: number;
        };
        /** All campaigns of the account at a glance. */
        Dashboard: {
            period: components["schemas"]["Period"];
            coverage?: components["schemas"]["Coverage"];
            /** Figures over all campaigns. */
            totals: {
                /**
                 * Campaigns of the account.
                 * @example 6
                 */
                campaigns: number;
                /**
                 * Campaigns that are not paused.
                 * @example 5
                 */
                active_campaigns: number;
                /**
                 * Tracked keywords. A keyword of two campaigns counts twice.
                 * @example 48
                 */
                keywords: number;
                average_position: components["schemas"]["AveragePosition"];
                visibility: components["schemas"]["Visibility"];
                estimated_traffic: components["schemas"]["EstimatedTraffic"];
                /**
                 * Keywords with a better position on the last day with data than on the first, and those that entered the first 100.
                 * @example 21
                 */
                improved: number;
                /**
                 * Keywords with a worse position, and those that left the first 100.
                 * @example 17
                 */
                declined: number;
                /**
                 * Keywords with the same position, or without one on both days.
                 * @example 10
                 */
                unchanged: number;
                /**
                 * Mentions of the account's brands, each from the day on which it was one. An answer counts once for a brand, however many campaigns found it.
                 * @example 374
                 */
                mentions: number;
            };
            /** The compared period; null if there is none. */
            previous_period: components["schemas"]["ComparedPeriod"] | null;
            changes: components["schemas"]["Changes"];
            distribution: components["schemas"]["Distribution"];
            /** Each past day of the period. */
            series: components["schemas"]["DayFigures"][];
            top_movers: components["schemas"]["Movers"];
            algorithm_updates: components["schemas"]["AlgorithmUpdates"];
            recent_events: components["schemas"]["RankingEvents"];
            /** The newest campaigns. The totals count all campaigns. */
            campaigns: components["schemas"]["CampaignFigures"][];
            /** The newest mentions of any brand of the account within the period. */
            recent_mentions: components["schemas"]["Mention"][];
        };
        /** Keywords that moved most from the first to the last day with data. A keyword that entered or left the first 100 counts as one from or to place 101. */
        Movers: {
            /** The greatest rises first. */
            up: components["schemas"]["Mover"][];
            /** The greatest falls first. */
            down: components["schemas"]["Mover"][];
        };
        /** Algorithm updates of the search engines of the campaigns within the period, newest first. */
        AlgorithmUpdates: {
            /**
             * Format: date
             * The day.
             * @example 2026-01-10
             */
            date: string;
            /**
             * The search engine.
             * @example google
             */
            search_engine: string;
        }[];
        /** Recent events within the period, newest first: keywords that entered or left the top 3, 10 or 100 since the row before, and algorithm updates. A keyword that crosses several borders at once has entered the highest or left the lowest. Of a keyword that crosses back within three days, only the last crossing is an event. */
        RankingEvents: {
            /**
             * Format: date
             * The day.
             * @example 2026-01-15
             */
            date: string;
            /**
             * The kind of event.
             * @enum {string}
             */
            type: "algorithm_update" | "entered_top_3" | "left_top_3" | "entered_top_10" | "left_top_10" | "entered_top_100" | "left_top_100";
            /**
             * The search engine of an algorithm update; null for other events.
             * @example google
             */
            search_engine: string | null;
            /**
             * The campaign; null for an algorithm update.
             * @example cmp_4k2p9x
             */
            campaign_id: string | null;
            /**
             * Its name; null for an algorithm update.
             * @example Spring launch
             */
            campaign_name: string | null;
            /**
             * The keyword; null for an algorithm update.
             * @example sales pipeline template
             */
            keyword: string | null;
            /**
             * Position on that day; null for an algorithm update, and if the keyword left the first 100.
             * @example 9
             */
            position: number | null;
            /**
             * Position of the day before; null for an algorithm update, and if the keyword entered the first 100.
             * @example 12
             */
            previous_position: number | null;
        }[];
        /** A keyword that moved. */
        Mover: {
            /**
             * The campaign that tracks it.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Name of the campaign.
             * @example Spring launch
             */
            campaign_name: string;
            /**
             * The keyword.
             * @example sales pipeline template
             */
            keyword: string;
            /**
             * Position on the last day with data; null if the keyword left the first 100.
             * @example 22
             */
            position: number | null;
            /**
             * Position on the first day with data; null if the keyword entered the first 100 since.
             * @example 39
             */
            start_position: number | null;
            /**
             * Places gained; negative for a loss, null without one of the positions.
             * @example 17
             */
            change: number | null;
        };
        /** One campaign on the dashboard. */
        CampaignFigures: {
            /**
             * The campaign.
             * @example cmp_4k2p9x
             */
            id: string;
            /**
             * Its name.
             * @example Spring launch
             */
            name: string;
            /**
             * Its type.
             * @example serp
             */
            type: string;
            /**
             * Whether it is active or paused.
             * @enum {string}
             */
            status: "active" | "paused";
            /**
             * Number of keywords that it tracks.
             * @example 8
             */
            keywords: number;
            average_position: components["schemas"]["AveragePosition"];
            visibility: components["schemas"]["Visibility"];
            estimated_traffic: components["schemas"]["EstimatedTraffic"];
            /**
             * Mentions of its brand.
             * @example 56
             */
            mentions: number;
            changes: components["schemas"]["Changes"];
        };
        /** Search and chat intelligence of the account, next to each other. */
        IntelligenceOverview: {
            period: components["schemas"]["Period"];
            coverage?: components["schemas"]["Coverage"];
            /** The account's sites in search results. */
            rankings: {
                /**
                 * Keywords of all campaigns.
                 * @example 48
                 */
                keywords: number;
                average_position: components["schemas"]["AveragePosition"];
                visibility: components["schemas"]["Visibility"];
                estimated_traffic: components["schemas"]["EstimatedTraffic"];
                distribution: components["schemas"]["Distribution"];
            };
            /** The account's brands on chat platforms. */
            chat: {
                answers: components["schemas"]["AnswerCount"];
                /**
                 * Mentions of the account's brands.
                 * @example 374
                 */
                mentions: number;
                ai_visibility: components["schemas"]["AiVisibility"];
                sentiment: components["schemas"]["SentimentFigures"];
                average_position: components["schemas"]["BrandPosition"];
                /** Every platform, including those without mentions. */
                platforms: components["schemas"]["PlatformFigures"][];
                share_of_voice: components["schemas"]["ShareOfVoice"];
                prompts: components["schemas"]["PromptFigures"];
                changes: components["schemas"]["ChatChanges"];
                /** Each past day of the period. */
                series: components["schemas"]["ChatDayFigures"][];
            };
            /** The compared period; null if there is none. */
            previous_period: components["schemas"]["ComparedPeriod"] | null;
            changes: components["schemas"]["Changes"];
            /** Each past day of the period. */
            series: components["schemas"]["DayFigures"][];
        };
        /**
         * Mean rank of the own brand within the answers that name it, two decimals; null without mentions.
         * @example 1.85
         */
        BrandPosition: number | null;
        /** Change from the compared period. Positive is better; null when either period has none. */
        ChatChanges: {
            /**
             * Additional mentions.
             * @example 12
             */
            mentions: number | null;
            /**
             * Percentage points gained.
             * @example 2.1
             */
            ai_visibility: number | null;
            /**
             * Increase of the mean score.
             * @example 0.04
             */
            sentiment_score: number | null;
            /**
             * Average ranks gained.
             * @example 0.11
             */
            average_position: number | null;
            /**
             * Percentage points gained.
             * @example 1.3
             */
            share_of_voice: number | null;
        };
        /** Chat platforms on one day. */
        ChatDayFigures: {
            /**
             * Format: date
             * The day.
             * @example 2026-01-15
             */
            date: string;
            answers: components["schemas"]["AnswerCount"];
            /**
             * Mentions on all chat platforms.
             * @example 6
             */
            mentions: number;
            ai_visibility: components["schemas"]["AiVisibility"];
            sentiment: components["schemas"]["SentimentFigures"];
            /**
             * Percent of own brands among all brand names, two decimals; null on a day without names.
             * @example 35.29
             */
            share_of_voice: number | null;
        };
        /** Shares of the brands that the answers name. */
        ShareOfVoice: {
            /**
             * Percent of own brands, two decimals. Own brands are the brands of the account, or in analytics the brand of the campaign.
             * @example 33.72
             */
            own: number;
            /**
             * Percent of other brands, two decimals.
             * @example 66.28
             */
            competitors: number;
            /** The brands that are named most often, at most 10, but all of them in a report. Their percentages are of all names. */
            brands: {
                /**
                 * Name of the brand.
                 * @example Bright Loom
                 */
                brand: string;
                /**
                 * Whether it is an own brand.
                 * @example false
                 */
                own: boolean;
                /**
                 * Answers that name it.
                 * @example 177
                 */
                mentions: number;
                /**
                 * Percent of all names, two decimals.
                 * @example 15.96
                 */
                share: number;
                /**
                 * Percent of the answers that name it, two decimals.
                 * @example 61.25
                 */
                ai_visibility: number;
            }[];
        };
        /** The whole content of a report. */
        ReportContent: {
            /**
             * The campaign.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Name of the campaign.
             * @example Spring launch
             */
            title: string;
            /**
             * The type of the campaign. The PDF of a chat campaign begins with the chat platforms.
             * @enum {string}
             */
            type: "serp" | "chat";
            /**
             * Format: date
             * The day of generated_at if the period has figures of it, because more of it follows; otherwise null.
             * @example 2026-01-15
             */
            partial_day: string | null;
            /**
             * Days of the period with an update of the search engine.
             * @example [
             *       "2025-12-24"
             *     ]
             */
            algorithm_updates: string[];
            /** The keyword with the largest part in changes.visibility, in the same direction; null if no keyword moved that way. */
            main_change: {
                /**
                 * The keyword.
                 * @example sales pipeline template
                 */
                keyword: string;
                /**
                 * Its visibility_change.
                 * @example 3.84
                 */
                visibility: number;
            } | null;
            /** Where the keywords stand on the last day with data; null if the period has none. */
            standing: {
                /**
                 * Format: date
                 * The last day with data.
                 * @example 2026-01-15
                 */
                date: string;
                average_position: components["schemas"]["AveragePosition"];
                /**
                 * Keywords that are among the first 100 and were not on their first day with data.
                 * @example 2
                 */
                entered: number;
                /**
                 * Keywords that were among the first 100 on their first day with data and are not.
                 * @example 1
                 */
                left: number;
                /**
                 * Keywords in the top 10 compared with the first day with data of each.
                 * @example 3
                 */
                top_10_change: number;
            } | null;
            /** Every feature of results pages, including those on no page. */
            serp_features: {
                /**
                 * Name of the feature.
                 * @example ai_overview
                 * @example featured_snippet
                 * @example people_also_ask
                 * @example local_pack
                 * @example images
                 * @example video
                 * @example shopping
                 * @example reviews
                 * @example sitelinks
                 */
                feature: string;
                /**
                 * Keywords whose results page has the feature on the last day with data.
                 * @example 17
                 */
                keywords: number;
                /**
                 * Percent of the keywords, two decimals.
                 * @example 70.83
                 */
                share: number;
            }[];
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * Time of the last run; null before the first.
             * @example 2026-01-15T09:30:04.000Z
             */
            last_run_at: string | null;
            /**
             * The brand whose mentions are counted.
             * @example Acme Analytics
             */
            brand: string;
            /**
             * The site whose positions are tracked.
             * @example acme.example
             */
            domain: string;
            settings: components["schemas"]["CampaignSettings"];
            period: components["schemas"]["Period"];
            /** The included sections. */
            include: ("rankings" | "competitors" | "trends")[];
            /**
             * Format: date-time
             * Time when the report was made.
             */
            generated_at: string;
            summary: components["schemas"]["KeyFigures"];
            changes: components["schemas"]["Changes"];
            /** The brand on chat platforms. */
            mentions: {
                /**
                 * Mentions on all chat platforms.
                 * @example 110
                 */
                total: number;
                /**
                 * As for one platform, over all platforms.
                 * @example 33.72
                 */
                share_of_voice: number | null;
                by_sentiment: components["schemas"]["SentimentFigures"];
                answers: components["schemas"]["AnswerCount"];
                ai_visibility: components["schemas"]["AiVisibility"];
                prompts: components["schemas"]["PromptFigures"];
                changes: components["schemas"]["ChatChanges"];
                brands: components["schemas"]["ShareOfVoice"];
                citations: components["schemas"]["CitationFigures"];
                /** Some of the newest mentions, of different tones and platforms. */
                quotes: components["schemas"]["Mention"][];
                /** Every platform, including those without mentions. */
                by_platform: components["schemas"]["PlatformFigures"][];
            };
            /** Present when rankings are included. */
            rankings?: components["schemas"]["KeywordFigures"][];
            /** Present when competitors are included. The own site comes first. */
            competitors?: components["schemas"]["CompetitorFigures"][];
            /** Present when trends are included. Each past day of the period. */
            trends?: components["schemas"]["DayFigures"][];
        };
        /** The standing of a site for the keywords of a campaign. */
        CompetitorFigures: {
            /**
             * The brand.
             * @example Bright Loom
             */
            name: string;
            /**
             * Its site.
             * @example bright-loom.example
             */
            domain: string;
            /**
             * Whether it is the campaign's own site.
             * @example false
             */
            own: boolean;
            average_position: components["schemas"]["AveragePosition"];
            visibility: components["schemas"]["Visibility"];
            /**
             * Keywords with a better position than the own site on the last day with data.
             * @example 9
             */
            keywords_ahead: number;
            /**
             * Estimated visits from its positions in the period, by the searches of the ranking rows; two decimals.
             * @example 1630.12
             */
            estimated_traffic: number;
            /**
             * Percent of the visits of all compared sites, two decimals; 0 without any.
             * @example 38.61
             */
            share_of_voice: number;
            /** Each past day of the period; null figures on days without rows. */
            series: {
                /**
                 * Format: date
                 * The day.
                 * @example 2026-01-15
                 */
                date: string;
                average_position: components["schemas"]["AveragePosition"];
                visibility: components["schemas"]["Visibility"];
                /**
                 * Percent of the visits of all compared sites on that day, two decimals.
                 * @example 38.61
                 */
                share_of_voice: number | null;
            }[];
        };
        /** The download link and the content of an export. */
        CsvExport: {
            /**
             * The exported data.
             * @enum {string}
             */
            type: "rankings" | "mentions" | "campaigns";
            /**
             * File name for saving.
             * @example rankings-2025-12-17-to-2026-01-15.csv
             */
            filename: string;
            /**
             * Format: uri
             * Address of the file; it opens without an Authorization header until it expires.
             */
            download_url: string;
            /**
             * Names of the columns, which are also in the first line of the file.
             * @example [
             *       "campaign_id",
             *       "campaign_name",
             *       "date",
             *       "keyword",
             *       "position",
             *       "previous_position",
             *       "change",
             *       "url",
             *       "search_volume"
             *     ]
             */
            columns: string[];
            /**
             * Number of lines after the first one.
             * @example 720
             */
            rows: number;
            /**
             * Format: date-time
             * Time when the export was made.
             */
            generated_at: string;
            /**
             * Format: date-time
             * Time when the link stops working.
             */
            expires_at: string;
        };
        Webhook: {
            /** @example whk_4k2m9xq7h3zd */
            id: string;
            /**
             * Format: uri
             * @example https://app.example/hooks/monitoring
             */
            url: string;
            events: components["schemas"]["EventKind"][];
            /** Only events that match one of these alerts are sent. If empty, all events of the kinds are sent. */
            alerts: string[];
            /**
             * A disabled webhook gets no events.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** The reason why the service disabled it; null while it is active and when its owner disabled it. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * Time of the last change of a field.
             */
            updated_at: string;
        };
        CreatedWebhook: components["schemas"]["Webhook"] & {
            /** Shown only once. */
            secret: string;
        };
        WebhookUpdate: {
            /**
             * Format: uri
             * Address for the events. A sandbox that listens on loopback also accepts http to this machine. Any other sandbox rejects addresses of private networks.
             * @example https://app.example/hooks/monitoring
             */
            url?: string;
            /**
             * Subscribed event kinds.
             * @example [
             *       "ranking.changed",
             *       "mention.detected"
             *     ]
             */
            events?: components["schemas"]["EventKind"][];
            /** Shared secret for signature verification. After whsec_, the secret is base64. Default: generated by the service. */
            secret?: string;
            /** Whether the service generates a new secret. Not allowed together with secret. */
            rotate_secret?: boolean;
            /**
             * Identifiers of alerts of this account. The webhook gets only events that match at least one of them. Default, also if empty: all events of the subscribed kinds.
             * @example [
             *       "alr_4k2m9xq7h3zd"
             *     ]
             */
            alerts?: string[];
            /**
             * Whether the webhook is active. A disabled webhook gets no events. Default: active.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        UpdatedWebhook: components["schemas"]["Webhook"] & {
            /** Present only if rotate_secret generated it; shown only once. */
            secret?: string;
        };
        AlertInput: {
            /** @example Lost the first page */
            name: string;
            /** @example cmp_9aerfpy76pgk */
            campaign_id: string;
            event: components["schemas"]["EventKind"];
            /**
             * Only events about this keyword of the campaign, ignoring case. For ranking.changed and mention.detected.
             * @example electric bike
             */
            keyword?: string;
            /**
             * Smallest change of position, in either direction. For ranking.changed.
             * @example 5
             */
            min_change?: number;
            /**
             * Only mentions on this chat platform, ignoring case. For mention.detected.
             * @example Perplexity
             */
            platform?: string;
        };
        Alert: components["schemas"]["AlertInput"] & {
            /** @example alr_4k2m9xq7h3zd */
            id: string;
            /**
             * Number of events that it matched.
             * @example 3
             */
            trigger_count: number;
            /**
             * Format: date-time
             * Time of the last event that it matched; null if there was none.
             */
            last_triggered_at: string | null;
            /**
             * Format: date-time
             * Time of the last acknowledgement; null if there was none. Events after it are new to the user.
             */
            acknowledged_at: string | null;
            /**
             * Format: date-time
             * Until this time it sends nothing; null if it is not snoozed.
             */
            snoozed_until: string | null;
            /**
             * Format: date-time
             * Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * Time of the last change of a field by a user.
             */
            updated_at: string;
        };
        AlertUpdate: {
            /** @example Lost the first page */
            name?: string;
            /** @example cmp_9aerfpy76pgk */
            campaign_id?: string;
            event?: components["schemas"]["EventKind"];
            /** null removes the condition. */
            keyword?: string | null;
            /** null removes the condition. */
            min_change?: number | null;
            /** null removes the condition. */
            platform?: string | null;
        };
        /** A campaign run completed. */
        CampaignCompleted: {
            /**
             * The campaign.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Its name.
             * @example Spring launch
             */
            campaign_name: string;
            /**
             * Identifies the run.
             * @example run_7h3k2p
             */
            run_id: string;
            /**
             * Format: date
             * The day of the positions in this run.
             * @example 2026-01-15
             */
            date: string;
            /**
             * Format: date-time
             * Start of the run.
             * @example 2026-01-15T06:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * End of the run.
             * @example 2026-01-15T06:00:04.000Z
             */
            completed_at: string;
            /**
             * Number of keywords in the run.
             * @example 24
             */
            keywords: number;
            /**
             * Mean of the positions of the day, two decimals; null if no keyword has one.
             * @example 14.37
             */
            average_position: number | null;
            /**
             * Visibility of the day, defined as in the key figures of a campaign; null without keywords.
             * @example 18.42
             */
            visibility: number | null;
            /**
             * Mentions of the brand found in the run, and for keywords that were added since the run before.
             * @example 6
             */
            mentions: number;
        };
        /** The position of a keyword differs from the run before. */
        RankingChanged: {
            /**
             * The campaign.
             * @example cmp_4k2p9x
             */
            campaign_id: string;
            /**
             * Its name.
             * @example Spring launch
             */
            campaign_name: string;
            /**
             * The keyword as spelled in the campaign.
             * @example crm software
             */
            keyword: string;
            /**
             * Format: date
             * The day of the position.
             * @example 2026-01-15
             */
            date: string;
            /**
             * Place in the results; 1 is the top, 100 is the last checked place. Null if the site is not among the first 100 results.
             * @example 7
             */
            position: number | null;
            /**
             * Format: date
             * The day of the run before.
             * @example 2026-01-14
             */
            previous_date: string;
            /**
             * Position on that day; null if the site was not among the first 100.
             * @example 9
             */
            previous_position: number | null;
            /**
             * Places gained since that day, so a positive number is a rise; never 0, null without one of the positions.
             * @example 2
             */
            change: number | null;
            /**
             * Format: uri
             * The page of the tracked site at this position; null without a position. Sometimes another page of the site takes its place for some days.
             * @example https://acme.example/guides/crm-software
             */
            url: string | null;
            /**
             * Searches for the keyword a month in the location of the campaign, as known on that day; null if there are fewer than 10, which is too few to measure. It moves from month to month. Spellings, plurals and orders of the same words have the same, as Google Ads groups close variants, and each further word divides it. A city never has more than its country, nor a country more than the world.
             * @example 4400
             */
            search_volume: number | null;
        };
        /** A mention of the campaign's brand was found. */
        MentionDetected: components["schemas"]["Mention"] & {
            /**
             * The campaign that sends the event.
             * @example cmp_4k2p9x
             */
            campaign_id?: string;
            /**
             * Its name.
             * @example Spring launch
             */
            campaign_name: string;
            /**
             * The keyword of the prompt as spelled in the campaign.
             * @example crm software
             */
            keyword?: string;
        };
        /** An event that an alert matched. */
        AlertTrigger: {
            /**
             * Identifier of the event; the webhook-id of its deliveries.
             * @example evt_14e82f656633b7b2
             */
            id: string;
            /** @example alr_4k2m9xq7h3zd */
            alert_id: string;
            /**
             * Format: date-time
             * Time of the event.
             */
            triggered_at: string;
            /** Whether the alert was acknowledged since. */
            acknowledged: boolean;
            /** Kind and data of the event, as webhooks get them. */
            event: {
                type: components["schemas"]["EventKind"];
                /** As in the payload of the webhook of this kind. */
                data: {
                    [key: string]: unknown;
                };
            };
        };
        SnoozeInput: {
            /**
             * Format: date-time
             * In the future, at most a year.
             * @example 2026-01-16T08:00:00Z
             */
            until: string;
        };
    };
    responses: {
        /** It failed; which status goes with which code is not shown. */
        Failure: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The request is malformed, lacks a field, or has contradictory fields. details.issues lists each problem. */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "keywords (body) is missing.",
                 *         "details": {
                 *           "issues": [
                 *             {
                 *               "in": "body",
                 *               "path": "/keywords",
                 *               "message": "is missing"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "meta": {
                 *         "timestamp": "2026-01-15T09:30:00.000Z",
                 *         "version": "1.2.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The request body is larger than 1 MB. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The request body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The Authorization header has no valid token. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "invalid_api_key",
                 *         "message": "This API token was deleted on 2026-01-14. Create another and use that."
                 *       },
                 *       "meta": {
                 *         "timestamp": "2026-01-15T09:30:00.000Z",
                 *         "version": "1.2.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The token is valid but has no permission for this operation, or is not allowed from this address. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "insufficient_permissions",
                 *         "message": "This key lacks the permission campaigns:write.",
                 *         "details": {
                 *           "required": "campaigns:write",
                 *           "granted": [
                 *             "campaigns:read",
                 *             "rankings:read"
                 *           ]
                 *         }
                 *       },
                 *       "meta": {
                 *         "timestamp": "2026-01-15T09:30:00.000Z",
                 *         "version": "1.2.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The account has nothing with that identifier. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "No campaign cmp_unknown in this account."
                 *       },
                 *       "meta": {
                 *         "timestamp": "2026-01-15T09:30:00.000Z",
                 *         "version": "1.2.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The hourly or daily quota is used up. */
        RateLimited: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "rate_limit_exceeded",
                 *         "message": "The limit of 100 requests an hour is used up. Wait 1800 seconds and retry.",
                 *         "details": {
                 *           "limit": 100,
                 *           "window": "hour",
                 *           "retry_after": 1800
                 *         }
                 *       },
                 *       "meta": {
                 *         "timestamp": "2026-01-15T09:30:00.000Z",
                 *         "version": "1.2.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The service failed. The request can be retried. */
        ServerError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** The service is temporarily unable to do this, and rolled back its changes. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /**
         * Identifier of a campaign.
         * @example cmp_9aerfpy76pgk
         */
        CampaignId: string;
        /**
         * Items per page.
         * @example 20
         */
        limit: number;
        /**
         * Items per page.
         * @example 100
         */
        manyLimit: number;
        /**
         * Items to skip.
         * @example 0
         */
        offset: number;
        /**
         * First day of the period. Default: 29 days before its last day.
         * @example 2025-12-17
         */
        start_date: string;
        /**
         * Last day of the period. Default: today.
         * @example 2026-01-15
         */
        end_date: string;
        /**
         * Only these keywords, ignoring case. Repeat the parameter (keywords=a&keywords=b, or keywords[]=a) or separate keywords by commas (keywords=a,b). A single value that is a tracked keyword, commas included, is that keyword; in a list, a keyword that contains a comma needs the form keywords[]=.
         * @example [
         *       "electric bike",
         *       "gravel bike"
         *     ]
         */
        keywords: string[];
        /**
         * With what the period is compared: with as many days right before it, with the same dates of the year before, or with nothing. Of a period that is not over, only the days that have begun are compared.
         * @example previous_period
         */
        compare: "previous_period" | "previous_year" | "none";
        /**
         * First day of a period of your own to compare with, instead of compare. Requires compare_end_date.
         * @example 2025-11-17
         */
        compare_start_date: string;
        /**
         * Last day of the period to compare with.
         * @example 2025-12-16
         */
        compare_end_date: string;
    };
    requestBodies: never;
    headers: {
        /** Limit of the window. */
        "X-RateLimit-Limit": number;
        /** Requests left. */
        "X-RateLimit-Remaining": number;
        /**
         * Reset time; its unit is not shown.
         * @example 1768471200
         */
        "X-RateLimit-Reset": number;
        /** Identifies this exchange in logs. Repeats the caller's own X-Request-Id if it is well-formed. */
        "X-Request-Id": string;
        /** Seconds to wait before the next attempt. */
        "Retry-After": number;
        /** Absolute URL of the created resource. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * Items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
                /**
                 * Campaigns of this type only.
                 * @example serp
                 */
                type?: string;
                /**
                 * Campaigns of this frequency only.
                 * @example daily
                 */
                frequency?: string;
                /**
                 * Campaigns in this state only.
                 * @example active
                 */
                status?: "active" | "paused";
                /**
                 * Campaigns with this text in their name or a keyword only.
                 * @example bike
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of the account's campaigns, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Campaign"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring launch",
                 *       "type": "serp",
                 *       "keywords": [
                 *         "trail running shoes",
                 *         "waterproof hiking boots"
                 *       ],
                 *       "frequency": "daily",
                 *       "settings": {
                 *         "location": "United States",
                 *         "device": "desktop",
                 *         "search_engine": "google"
                 *       },
                 *       "brand": "Northpeak",
                 *       "domain": "northpeak.example",
                 *       "competitors": [
                 *         "ridgeline.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CampaignInput"];
            };
        };
        responses: {
            /** The new campaign. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The campaign. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keywords": [
                 *         "electric bike",
                 *         "gravel bike",
                 *         "cargo bike for two children"
                 *       ],
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["CampaignUpdate"];
            };
        };
        responses: {
            /** The updated campaign. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The campaign is deleted. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Deletion"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDashboards: {
        parameters: {
            query?: {
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * With what the period is compared: with as many days right before it, with the same dates of the year before, or with nothing. Of a period that is not over, only the days that have begun are compared.
                 * @example previous_period
                 */
                compare?: components["parameters"]["compare"];
                /**
                 * First day of a period of your own to compare with, instead of compare. Requires compare_end_date.
                 * @example 2025-11-17
                 */
                compare_start_date?: components["parameters"]["compare_start_date"];
                /**
                 * Last day of the period to compare with.
                 * @example 2025-12-16
                 */
                compare_end_date?: components["parameters"]["compare_end_date"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The figures of all campaigns of the account. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Dashboard"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getIntelligenceOverview: {
        parameters: {
            query?: {
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * With what the period is compared: with as many days right before it, with the same dates of the year before, or with nothing. Of a period that is not over, only the days that have begun are compared.
                 * @example previous_period
                 */
                compare?: components["parameters"]["compare"];
                /**
                 * First day of a period of your own to compare with, instead of compare. Requires compare_end_date.
                 * @example 2025-11-17
                 */
                compare_start_date?: components["parameters"]["compare_start_date"];
                /**
                 * Last day of the period to compare with.
                 * @example 2025-12-16
                 */
                compare_end_date?: components["parameters"]["compare_end_date"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Search and chat intelligence of the account, next to each other. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["IntelligenceOverview"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRankings: {
        parameters: {
            query: {
                /**
                 * The campaign whose positions to return.
                 * @example cmp_9aerfpy76pgk
                 */
                campaign_id: string;
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * Only these keywords, ignoring case. Repeat the parameter (keywords=a&keywords=b, or keywords[]=a) or separate keywords by commas (keywords=a,b). A single value that is a tracked keyword, commas included, is that keyword; in a list, a keyword that contains a comma needs the form keywords[]=.
                 * @example [
                 *       "electric bike",
                 *       "gravel bike"
                 *     ]
                 */
                keywords?: components["parameters"]["keywords"];
                /**
                 * Items per page.
                 * @example 100
                 */
                limit?: components["parameters"]["manyLimit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of ranking rows. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Ranking"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getMentions: {
        parameters: {
            query: {
                /**
                 * The mentioned brand.
                 * @example Northwheel
                 */
                brand: string;
                /**
                 * Only these chat platforms, ignoring case. Repeated or comma-separated. Default: all platforms.
                 * @example [
                 *       "ChatGPT",
                 *       "Perplexity"
                 *     ]
                 */
                platforms?: string[];
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * Mentions of this tone only.
                 * @example positive
                 */
                sentiment?: "positive" | "neutral" | "negative";
                /**
                 * Only answers that this campaign found. An unknown campaign found none.
                 * @example cmp_9aerfpy76pgk
                 */
                campaign_id?: string;
                /**
                 * Only answers about this keyword, ignoring case.
                 * @example electric bike
                 */
                keyword?: string;
                /**
                 * Only answers to this prompt, ignoring case.
                 * @example Which electric bike should I buy?
                 */
                prompt?: string;
                /**
                 * Items per page.
                 * @example 100
                 */
                limit?: components["parameters"]["manyLimit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of mentions, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Mention"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getCampaignAnalytics: {
        parameters: {
            query?: {
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * With what the period is compared: with as many days right before it, with the same dates of the year before, or with nothing. Of a period that is not over, only the days that have begun are compared.
                 * @example previous_period
                 */
                compare?: components["parameters"]["compare"];
                /**
                 * First day of a period of your own to compare with, instead of compare. Requires compare_end_date.
                 * @example 2025-11-17
                 */
                compare_start_date?: components["parameters"]["compare_start_date"];
                /**
                 * Last day of the period to compare with.
                 * @example 2025-12-16
                 */
                compare_end_date?: components["parameters"]["compare_end_date"];
            };
            header?: never;
            path: {
                /**
                 * Identifier of a campaign.
                 * @example cmp_9aerfpy76pgk
                 */
                id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Averages, series and movements of one campaign. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["CampaignAnalytics"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    generateReport: {
        parameters: {
            query: {
                /**
                 * The campaign of the report.
                 * @example cmp_9aerfpy76pgk
                 */
                campaign_id: string;
                /**
                 * File format.
                 * @example pdf
                 */
                format?: "pdf" | "csv" | "json";
                /**
                 * last_7_days, last_30_days, last_90_days or two days as YYYY-MM-DD..YYYY-MM-DD.
                 * @example last_30_days
                 */
                date_range?: string;
                /**
                 * Sections of the report. Repeated or comma-separated.
                 * @example [
                 *       "rankings",
                 *       "competitors",
                 *       "trends"
                 *     ]
                 */
                include?: ("rankings" | "competitors" | "trends")[];
                /**
                 * Whether CSV begins with the byte order mark of UTF-8; 0 leaves it out.
                 * @example 1
                 */
                bom?: 0 | 1;
                /**
                 * Whose spreadsheets open CSV as it is: en has commas, decimal points and times of ISO 8601; de and fr have semicolons, decimal commas and times such as 2026-01-15 09:30:00, in UTC.
                 * @example en
                 */
                locale?: "en" | "de" | "fr";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The download link of the report. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Report"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exportCsv: {
        parameters: {
            query?: {
                /**
                 * The data to export.
                 * @example rankings
                 */
                type?: "rankings" | "mentions" | "campaigns";
                /**
                 * This campaign only.
                 * @example cmp_9aerfpy76pgk
                 */
                campaign_id?: string;
                /**
                 * First day of the period. Default: 29 days before its last day.
                 * @example 2025-12-17
                 */
                start_date?: components["parameters"]["start_date"];
                /**
                 * Last day of the period. Default: today.
                 * @example 2026-01-15
                 */
                end_date?: components["parameters"]["end_date"];
                /**
                 * Only these keywords, ignoring case. Repeat the parameter (keywords=a&keywords=b, or keywords[]=a) or separate keywords by commas (keywords=a,b). A single value that is a tracked keyword, commas included, is that keyword; in a list, a keyword that contains a comma needs the form keywords[]=.
                 * @example [
                 *       "electric bike",
                 *       "gravel bike"
                 *     ]
                 */
                keywords?: components["parameters"]["keywords"];
                /**
                 * Whether CSV begins with the byte order mark of UTF-8; 0 leaves it out.
                 * @example 1
                 */
                bom?: 0 | 1;
                /**
                 * Whose spreadsheets open CSV as it is: en has commas, decimal points and times of ISO 8601; de and fr have semicolons, decimal commas and times such as 2026-01-15 09:30:00, in UTC.
                 * @example en
                 */
                locale?: "en" | "de" | "fr";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The download link of the CSV file, or the file itself if Accept prefers text/csv. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["CsvExport"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "demo@example.com",
                 *       "password": "demo-password"
                 *     }
                 */
                "application/json": components["schemas"]["LoginInput"];
            };
        };
        responses: {
            /** The new session. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Login"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The sessions have ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Logout"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The current user and the account. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["CurrentUser"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    verifyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The token works. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["TokenVerification"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * Items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of the account's webhooks, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://app.example/hooks/monitoring",
                 *       "events": [
                 *         "ranking.changed",
                 *         "mention.detected"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** The new webhook and its secret. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["CreatedWebhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a webhook.
                 * @example whk_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhook. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a webhook.
                 * @example whk_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "campaign.completed"
                 *       ],
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** The updated webhook. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["UpdatedWebhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of a webhook.
                 * @example whk_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhook is deleted. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Deletion"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * Items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of the account's alerts, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lost the first page",
                 *       "campaign_id": "cmp_9aerfpy76pgk",
                 *       "event": "ranking.changed",
                 *       "keyword": "electric bike",
                 *       "min_change": 5
                 *     }
                 */
                "application/json": components["schemas"]["AlertInput"];
            };
        };
        responses: {
            /** The new alert. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The alert. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Moved far",
                 *       "keyword": null,
                 *       "min_change": 10
                 *     }
                 */
                "application/json": components["schemas"]["AlertUpdate"];
            };
        };
        responses: {
            /** The updated alert. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhook is deleted. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Deletion"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listAlertHistory: {
        parameters: {
            query?: {
                /**
                 * Items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * Items to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of the events, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["AlertTrigger"][];
                        meta: components["schemas"]["PagedMeta"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The alert. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    snoozeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-01-16T08:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["SnoozeInput"];
            };
        };
        responses: {
            /** The alert. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unsnoozeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of an alert.
                 * @example alr_4k2m9xq7h3zd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The alert. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    campaignCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * Identifies the event; the same on every attempt.
                 * @example evt_14e82f656633b7b2
                 */
                "webhook-id": string;
                /**
                 * Time of this attempt in epoch seconds.
                 * @example 1768457404
                 */
                "webhook-timestamp": number;
                /**
                 * One or more signatures separated by spaces, each v1 and base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "campaign.completed",
                 *       "timestamp": "2026-01-15T06:00:04.000Z",
                 *       "data": {
                 *         "campaign_id": "cmp_4k2p9x",
                 *         "campaign_name": "Spring launch",
                 *         "run_id": "run_7h3k2p",
                 *         "date": "2026-01-15",
                 *         "started_at": "2026-01-15T06:00:00.000Z",
                 *         "completed_at": "2026-01-15T06:00:04.000Z",
                 *         "keywords": 24,
                 *         "average_position": 14.37,
                 *         "visibility": 18.42,
                 *         "mentions": 6
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: components["schemas"]["EventKind"];
                    /**
                     * Format: date-time
                     * Time of the event, on the account's clock.
                     */
                    timestamp: string;
                    data: components["schemas"]["CampaignCompleted"];
                };
            };
        };
        responses: {
            /** The receiver took the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** For any other status, a redirect, or no complete response within 15 seconds, the event is sent again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours, give or take a tenth, and not before the time in Retry-After. 410 disables the webhook at once. Five days without a success disable it, too. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rankingChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * Identifies the event; the same on every attempt.
                 * @example evt_14e82f656633b7b2
                 */
                "webhook-id": string;
                /**
                 * Time of this attempt in epoch seconds.
                 * @example 1768457404
                 */
                "webhook-timestamp": number;
                /**
                 * One or more signatures separated by spaces, each v1 and base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "ranking.changed",
                 *       "timestamp": "2026-01-15T06:00:04.000Z",
                 *       "data": {
                 *         "campaign_id": "cmp_4k2p9x",
                 *         "campaign_name": "Spring launch",
                 *         "keyword": "crm software",
                 *         "date": "2026-01-15",
                 *         "position": 7,
                 *         "previous_date": "2026-01-14",
                 *         "previous_position": 9,
                 *         "change": 2,
                 *         "url": "https://acme.example/guides/crm-software",
                 *         "search_volume": 4400
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: components["schemas"]["EventKind"];
                    /**
                     * Format: date-time
                     * Time of the event, on the account's clock.
                     */
                    timestamp: string;
                    data: components["schemas"]["RankingChanged"];
                };
            };
        };
        responses: {
            /** The receiver took the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** For any other status, a redirect, or no complete response within 15 seconds, the event is sent again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours, give or take a tenth, and not before the time in Retry-After. 410 disables the webhook at once. Five days without a success disable it, too. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mentionDetected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * Identifies the event; the same on every attempt.
                 * @example evt_14e82f656633b7b2
                 */
                "webhook-id": string;
                /**
                 * Time of this attempt in epoch seconds.
                 * @example 1768457404
                 */
                "webhook-timestamp": number;
                /**
                 * One or more signatures separated by spaces, each v1 and base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "mention.detected",
                 *       "timestamp": "2026-01-15T09:22:26.000Z",
                 *       "data": {
                 *         "campaign_id": "cmp_4k2p9x",
                 *         "campaign_name": "Spring launch",
                 *         "campaign_ids": [
                 *           "cmp_4k2p9x"
                 *         ],
                 *         "keyword": "CRM software",
                 *         "id": "men_14e82f656633b7b2",
                 *         "answer_id": "ans_5c0d93f1b2a46e78",
                 *         "brand": "Acme Analytics",
                 *         "platform": "ChatGPT",
                 *         "model": "gpt-5",
                 *         "prompt": "What is the best CRM software right now?",
                 *         "excerpt": "For CRM software, the names that come up most often are Rankly, Acme Analytics, and Bright Loom. Acme Analytics stands out for clear reporting and responsive support.",
                 *         "answer": "For CRM software, the names that come up most often are:\n\n1. **Rankly**: a short learning curve.\n2. **Acme Analytics**: clear reporting and responsive support.\n3. **Bright Loom**: fair pricing.",
                 *         "sentiment": "positive",
                 *         "sentiment_score": 0.62,
                 *         "position": 2,
                 *         "competitors_mentioned": [
                 *           "Rankly",
                 *           "Bright Loom"
                 *         ],
                 *         "citations": [],
                 *         "detected_at": "2026-01-15T09:22:26.000Z",
                 *         "url": "https://chatgpt.example/share/14e82f656633b7b2"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: components["schemas"]["EventKind"];
                    /**
                     * Format: date-time
                     * Time of the event, on the account's clock.
                     */
                    timestamp: string;
                    data: components["schemas"]["MentionDetected"];
                };
            };
        };
        responses: {
            /** The receiver took the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** For any other status, a redirect, or no complete response within 15 seconds, the event is sent again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours, give or take a tenth, and not before the time in Retry-After. 410 disables the webhook at once. Five days without a success disable it, too. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
