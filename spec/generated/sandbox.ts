// Made by `npm run generate` from spec/; do not edit.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the sandbox is
         * @description Open to all callers, since the health checks of platforms cannot send a token.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getControlDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make accounts what a fixture has them to be
         * @description Without a body the operator resets the whole sandbox: accounts that the fixture does not have are removed, all quotas and usage are fresh. With `account`, and with an account's own key always, it is that account alone. There is no way back, but for snapshots that were saved before.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of an account
         * @description In order of creation. Tokens are never among it, since they are not kept.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The answer holds its token, which is shown this once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        /** A key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Delete a key, with immediate effect
         * @description Every later request with its token fails (§3); requests that are being answered are answered. It stays listed with `include_deleted`. The last key that can steer its account does not delete itself.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a key was used for, by day
         * @description Requests of the API since the account came to be or was reset, up to this moment; 400 days at most.
         */
        get: operations["getKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts of the sandbox */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account from a fixture, with a key of its own
         * @description The keys of a named fixture are left out, since a token opens one account only; those of a fixture that is sent along are kept. The token of the new key is shown this once.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        /** An account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Remove an account and all that it owns
         * @description Its keys, campaigns and snapshots go with it. There is no way back.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account of one's own in a hosted demo
         * @description Open where the sandbox was started with --open-signup. The account begins as the first one of the sandbox's fixture and is removed when it was not used for some days. An address has 5 sign-ups an hour and 20 a day. The token, which is shown this once, opens the API and steers this account.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The snapshots of an account */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save the whole state of an account under a name
         * @description What was saved under that name before is replaced. An account has 20 at most.
         */
        post: operations["saveSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to a snapshot
         * @description All that the account owns is as it was: campaigns, keys, sessions, webhooks, deliveries, and what its clock shows; a clock that ran runs on from there. Quotas of its keys are fresh. Usage statistics are not taken back, since they tell what really happened.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ResetInput: {
            /** @description Name of a fixture of the package (demo, empty, starter), or of a YAML file beside the one that the sandbox was started with, without .yaml. Default: what the sandbox was started with. */
            fixture?: string;
            /** @description Id of the one account to reset. */
            account?: string;
        };
        KeyInput: {
            /** @example Dashboard */
            name: string;
            /**
             * @description test or restricted (§5.3). Default: restricted for a key with fewer permissions than all, else test.
             * @example restricted
             */
            type?: string;
            /**
             * @description `<resource>:<action>`, `<resource>:*`, or `*` for all, which is the default of a test key.
             * @example [
             *       "campaigns:read",
             *       "rankings:read"
             *     ]
             */
            permissions?: string[];
            /** @description Requests an hour, in place of the plan's. */
            rate_limit?: number;
            /**
             * @description IPv4 or IPv6 addresses or CIDR blocks from which alone the key may be used.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            allowed_ips?: string[];
            /**
             * @description How long it is valid.
             * @example 90d
             */
            expires_in?: string;
            /**
             * Format: date-time
             * @description Until when it is valid, on the account's clock.
             */
            expires_at?: string;
        };
        Key: {
            id: string;
            name: string;
            /** @description test, restricted, or live, which a sandbox refuses. */
            type: string;
            /** @description The first 8 characters of the token (§2). */
            prefix: string;
            permissions: string[];
            /** @description Requests an hour; null where the plan's limit applies. */
            rate_limit: number | null;
            /** @description Empty means from anywhere. */
            allowed_ips: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was deleted.
             */
            revoked_at: string | null;
            /** @description Whether it is in use and older than 90 days (§5.6). */
            rotation_due: boolean;
            /** @enum {string} */
            status: "active" | "expired" | "deleted";
        };
        NewKey: components["schemas"]["Key"] & {
            /** @description Shown this once. */
            token: string;
        };
        KeyUsage: {
            key_id: string;
            /** Format: date-time */
            last_used_at: string | null;
            total: components["schemas"]["UsageCounts"];
            /** @description Days with requests, newest first, on the account's clock in UTC. */
            days: ({
                /** Format: date */
                date: string;
            } & components["schemas"]["UsageCounts"])[];
        };
        UsageCounts: {
            /** @description All of them. */
            requests: number;
            /** @description Those answered with 429. */
            rate_limited: number;
            /** @description Those answered with 4xx; 429 is among them. */
            client_errors: number;
            /** @description Those answered with 5xx. */
            server_errors: number;
        };
        SignUpInput: {
            /** @description Name of the account. */
            name?: string;
        };
        AccountInput: {
            /**
             * @description 1 to 64 letters, digits, _ or -. Default: one that nobody has.
             * @example acc_alice
             */
            id?: string;
            /** @description Default: that of the fixture. */
            name?: string;
            /**
             * @description One of the plans of the API document. Default: that of the fixture.
             * @example Starter
             */
            plan?: string;
            /** @description Seed of its generated data. Default: the sandbox's. */
            seed?: number;
            /**
             * @description Name of a fixture as POST /reset takes it, or a fixture itself: as YAML text, or as JSON. Default: what the sandbox was started with.
             * @example demo
             */
            fixture?: string | Record<string, unknown>;
            /**
             * @description Which account of the fixture. Default: the first.
             * @example acc_starter
             */
            fixture_account?: string;
        };
        Account: {
            id: string;
            name: string;
            plan: string;
            /** @description How many it has. */
            campaigns: number;
            /** @description How many it has, but for deleted ones. */
            keys: number;
            /** @enum {string} */
            made_by: "fixture" | "operator" | "signup";
            /** @description Name of the fixture that it was made of; null for one that was sent along. */
            fixture: string | null;
            /**
             * Format: date-time
             * @description On the server's clock; null for an account of the fixture.
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When one of its keys was last used, on the account's clock.
             */
            last_used_at: string | null;
        };
        NewAccount: components["schemas"]["Account"] & {
            key: components["schemas"]["NewKey"];
        };
        SnapshotInput: {
            /**
             * @description Lower-case letters, digits, - and _.
             * @example logged-in
             */
            name: string;
        };
        Snapshot: {
            name: string;
            /** @description Id of the account. */
            account: string;
            /**
             * Format: date-time
             * @description On the server's clock.
             */
            saved_at: string | null;
            /**
             * Format: date-time
             * @description What the account's clock showed.
             */
            shows: string | null;
            /** @description How many there are in it. */
            campaigns: number | null;
            /** @description Why it cannot be restored, if so: its file is damaged. */
            problem: string | null;
        };
        Success: {
            /** @constant */
            success: true;
            /** @description What was asked for. */
            data: unknown;
            message?: string;
            meta: {
                /** Format: date-time */
                timestamp: string;
                /** @description Release of the API that is served. */
                version: string;
                pagination?: {
                    total: number;
                    limit: number;
                    offset: number;
                    has_more: boolean;
                };
            };
        };
    };
    responses: {
        /** @description The caller may not do that, or it cannot be done; the message says why and what helps. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        code: string;
                        message: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    };
                    meta: {
                        /** Format: date-time */
                        timestamp: string;
                        version: string;
                    };
                };
            };
        };
    };
    parameters: {
        /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
        account: string;
        /** @description Id of a key, as GET /auth/verify tells it. */
        keyId: string;
        /** @description Name of a snapshot. */
        snapshotName: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @constant */
                            status: "ok";
                            /** @description Release of the API that is served. */
                            api_version: string;
                            accounts: number;
                            /** @enum {string} */
                            storage: "ephemeral" | "disk";
                            /** @description Whether a used-up quota refuses requests. */
                            rate_limits: boolean;
                            /**
                             * Format: date-time
                             * @description What the clock shows.
                             */
                            now: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getControlDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document itself, without an envelope around it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResetInput"];
            };
        };
        responses: {
            /** @description It is done, and durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @description Ids of the accounts. */
                            accounts: string[];
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
                /** @description Whether keys that were deleted are listed, too. */
                include_deleted?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    createKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key with its token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getKeyUsage: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["KeyUsage"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order of creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description The account with its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewAccount"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpInput"];
            };
        };
        responses: {
            /** @description The account with its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewAccount"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order of their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    saveSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotInput"];
            };
        };
        responses: {
            /** @description It is saved, durably where there is a data folder. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot as it was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
}
