/** Runs other programs inside the sandbox of this process, with limits of their own. */
package octavo.host.programs;
