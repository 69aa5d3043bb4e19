interface Release {
  /** A name in a scope of the publisher, such as `@acme/svc-sandbox`. */
  name: string | undefined
  /** The https address of the repository. */
  repository: string | undefined
  /** The tag of the release, such as `v0.1.0`. */
  tag: string | undefined
}

/** The manifest that is published. Throws an Error that names the variable to correct. */
export function releasedPackage<T extends { version: string }>(
  manifest: T,
  { name = '', repository = '', tag = '' }: Release,
): T & Record<'name' | 'homepage', string> {
  if (!/^@[a-z\d][a-z\d._-]*\/[a-z\d][a-z\d._-]*$/.test(name)) {
    throw new Error(
      `PACKAGE_NAME must be a name in a scope of yours, such as @acme/svc-sandbox, so that no stranger can hold it; found ${JSON.stringify(name)}.`,
    )
  }
  if (!/^https:\/\/[^/\s]+\/[^\s]+[^/\s]$/.test(repository)) {
    throw new Error(
      `REPOSITORY must be an address such as https://github.com/acme/svc-sandbox; found ${JSON.stringify(repository)}.`,
    )
  }
  if (tag !== `v${manifest.version}`) {
    throw new Error(
      `The tag must be v${manifest.version}, the version in package.json; found ${JSON.stringify(tag)}.`,
    )
  }
  return {
    ...manifest,
    name,
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  }
}
